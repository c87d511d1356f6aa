import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Avatar, type AvatarProps } from './avatar.tsx';
import { isScrollingFast } from '../../kit/lists/scroll-speed.ts';
import { useLate } from '../../page/quiet.ts';

const shown = new Set<string>();

/**
 * Used in lists whose rows change with each typed letter: avatars that were not shown yet are loaded once the list is
 * stable.
 */
export function LateAvatar(props: AvatarProps) {
  const [isQuiet] = useLate();
  return getAvatar(props, isQuiet);
}

/** Used in rows that scroll by: an avatar that was not shown yet is loaded once the list is slow enough to look at it. */
export function PassingAvatar(props: AvatarProps) {
  const wasSlow = useRef(false);
  // Read only until it is loaded, so that it is not rendered again with each change of speed.
  wasSlow.current ||= !isScrollingFast.value;
  return getAvatar(props, wasSlow.current);
}

/** A function rather than a component: scrolling renders hundreds of them. */
function getAvatar({ url, ...rest }: AvatarProps, isReady: boolean): VNode {
  return <Avatar {...rest} url={takeLateUrl(url, { isReady })} />;
}

/** Used by several avatars of one row, which wait together. */
export function takeLateUrl(url: AvatarProps['url'], { isReady }: { isReady: boolean }): string | null {
  if (typeof url !== 'string' || (!isReady && !shown.has(url))) return null;
  shown.add(url);
  return url;
}

import { useLate } from '../page/quiet.ts';
import { Avatar, type AvatarProps } from '../base/avatar.tsx';

const shown = new Set<string>();

/**
 * For lists whose rows change with each typed letter: avatars that were not shown yet are loaded once the list is
 * stable.
 */
export function LateAvatar({ url, ...rest }: AvatarProps) {
  const [isQuiet] = useLate();
  const isShown = typeof url === 'string' && (isQuiet || shown.has(url));
  if (isShown) shown.add(url);
  return <Avatar {...rest} url={isShown ? url : null} />;
}

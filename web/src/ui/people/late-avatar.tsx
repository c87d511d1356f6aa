import { useLate } from '../page/quiet.ts';
import { Avatar, type AvatarProps } from '../base/avatar.tsx';

const shown = new Set<string>();

/** In lists whose rows change with each letter that is typed: pictures that were not shown yet come once nothing else does. */
export function LateAvatar({ url, ...rest }: AvatarProps) {
  const [isQuiet] = useLate();
  const isShown = typeof url === 'string' && (isQuiet || shown.has(url));
  if (isShown) shown.add(url);
  return <Avatar {...rest} url={isShown ? url : null} />;
}

import { isGeneratedAvatar } from '../../../../../wire/avatars.ts';
import type { Presence } from '../../../view/people/people.ts';
import './avatar.css';

export type AvatarProps = {
  /** Selects the colour of the letter that stands for a missing picture. */
  userId: number;
  name: string;
  url: string | null | undefined;
  size?: 20 | 24 | 32 | 48 | 96;
  presence?: Presence;
};

/** The name is next to it, so screen readers skip it. */
export function Avatar({ userId, name, url, size = 32, presence }: AvatarProps) {
  return (
    <span class={`avatar avatar-${size}`} aria-hidden="true">
      {url === null || url === undefined || isGeneratedAvatar(url) ? (
        <span class="avatar-letter" style={{ '--avatar-hue': String((userId * 67) % 360) }}>
          {[...name][0]?.toLocaleUpperCase() ?? '?'}
        </span>
      ) : (
        <img class="avatar-image" src={url} alt="" loading="lazy" width={size} height={size} />
      )}
      {presence !== undefined && presence !== 'offline' && (
        <span class={`avatar-presence avatar-${presence}`} />
      )}
    </span>
  );
}

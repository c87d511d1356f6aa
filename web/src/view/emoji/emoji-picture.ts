/** URLs of emoji images: one file each, named by the set, its version and the code. */
import { emojiVersions } from '../../../../wire/emoji-versions.ts';
import type { UserSettings } from '../../../../wire/settings.ts';

export type EmojiSet = UserSettings['emojiset'];

/** @returns undefined if emoji are shown as their names */
export const emojiPicture = (code: string, set: EmojiSet): string | undefined =>
  set === 'text' ? undefined : `/static/emoji/${set}-${emojiVersions[set]}/${code}.webp`;

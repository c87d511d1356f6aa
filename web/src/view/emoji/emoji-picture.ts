/** Where the pictures of emoji are: one file each, named by the set, its version and the emoji's code. */
import { emojiVersions } from '../../../../wire/emoji-versions.ts';
import type { UserSettings } from '../../../../wire/settings.ts';

export type EmojiSet = UserSettings['emojiset'];

/** @returns undefined where emoji are written as their names */
export const emojiPicture = (code: string, set: EmojiSet): string | undefined =>
  set === 'text' ? undefined : `/static/emoji/${set}-${emojiVersions[set]}/${code}.webp`;

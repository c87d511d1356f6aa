/** Where pictures of the organization's own emoji are: at addresses that nobody guesses, for everyone who has one. */
import type { CustomEmoji } from '../../directory/types.ts';

export const emojiPrefix = '/user_avatars/';

/** @param file `still` for one picture of a moving one. */
export const emojiUrl = ({ path }: Pick<CustomEmoji, 'path'>, file: 'image' | 'still' = 'image'): string =>
  `${emojiPrefix}${path}/${file}.webp`;

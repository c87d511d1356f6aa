/** Where pictures of the organization's own emoji are. */
import type { CustomEmoji } from '../../core/organization/index.ts';
import { publicPrefix } from '../pictures/index.ts';

/** @param file `still` for one picture of a moving one. */
export const emojiUrl = ({ path }: Pick<CustomEmoji, 'path'>, file: 'image' | 'still' = 'image'): string =>
  `${publicPrefix}${path}/${file}.webp`;

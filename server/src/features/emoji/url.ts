/** Addresses of custom emoji. */
import type { CustomEmoji } from '../../core/organization/index.ts';
import { publicPrefix } from '../pictures/index.ts';

/** @param file `still` for a still image of an animated one. */
export const emojiUrl = ({ path }: Pick<CustomEmoji, 'path'>, file: 'image' | 'still' = 'image'): string =>
  `${publicPrefix}${path}/${file}.webp`;

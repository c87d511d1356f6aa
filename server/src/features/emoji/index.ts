/** The feature: emoji. */
import { defineFeature } from '../../http/feature.ts';
import { emojiEvents } from './events.ts';
import { mountEmojiData } from './mount.ts';
import { mountPictures } from './pictures.ts';
import { emojiRoutes } from './routes.ts';
import { mountEmojiSets } from './sets.ts';
import { emojiState } from './state.ts';

export { addEmoji } from './actions.ts';
export { emojiDataPath } from './mount.ts';
export { emojiUrl } from './url.ts';

export const emojiFeature = defineFeature({
  routes: emojiRoutes,
  mounts: [mountEmojiData, mountPictures, mountEmojiSets],
  registerState: emojiState,
  events: emojiEvents,
});

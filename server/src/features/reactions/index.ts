/** The feature: reactions. */
import { defineFeature } from '../../http/feature.ts';
import { encodeReaction } from './encode.ts';
import { reactionRoutes } from './routes.ts';

export { type ChosenEmoji, type Kind, checkEmoji, chosen } from './emoji.ts';
export { reactionsTo } from './queries.ts';

export const reactionsFeature = defineFeature({
  routes: reactionRoutes,
  encoders: { reaction: encodeReaction },
});

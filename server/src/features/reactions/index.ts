/** The feature: reactions. */
import { defineFeature } from '../../http/feature.ts';
import { encodeReaction } from './encode.ts';
import { reactionRoutes } from './routes.ts';

export const reactionsFeature = defineFeature({
  routes: reactionRoutes,
  encoders: { reaction: encodeReaction },
});

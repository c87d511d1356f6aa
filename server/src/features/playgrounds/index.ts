/** The feature: playgrounds. */
import { defineFeature } from '../../http/feature.ts';
import { playgroundRoutes } from './routes.ts';
import { playgroundState } from './state.ts';

export const playgroundsFeature = defineFeature({
  routes: playgroundRoutes,
  registerState: playgroundState,
});

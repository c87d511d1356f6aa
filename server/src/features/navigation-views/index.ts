/** The feature: navigation views. */
import { defineFeature } from '../../http/feature.ts';
import { navigationViewRoutes } from './routes.ts';
import { navigationViewState } from './state.ts';

export const navigationViewsFeature = defineFeature({
  routes: navigationViewRoutes,
  registerState: navigationViewState,
});

/** The feature: navigation views. */
import { personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { navigationViewRoutes } from './routes.ts';
import { navigationViewState } from './state.ts';

export { addNavigationView } from './actions.ts';

export const navigationViewsFeature = defineFeature({
  routes: navigationViewRoutes,
  events: { navigation_view: personal },
  registerState: navigationViewState,
});

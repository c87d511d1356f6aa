/** The feature: playgrounds. */
import { organizationWide } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { playgroundRoutes } from './routes.ts';
import { playgroundState } from './state.ts';

export { addPlayground } from './actions.ts';

export const playgroundsFeature = defineFeature({
  routes: playgroundRoutes,
  events: { realm_playgrounds: organizationWide },
  registerState: playgroundState,
});

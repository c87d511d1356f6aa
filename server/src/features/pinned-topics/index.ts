/** The feature: pinned topics. */
import { defineFeature } from '../../http/feature.ts';
import { pinnedTopicRoutes } from './routes.ts';
import { pinnedTopicState } from './state.ts';

export { deletePins, movePins } from './move.ts';

export const pinnedTopicsFeature = defineFeature({
  routes: pinnedTopicRoutes,
  registerState: pinnedTopicState,
});

/** The feature: drafts. */
import { personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { draftRoutes } from './routes.ts';
import { draftState } from './state.ts';

export { dropDrafts } from './actions.ts';

export const draftsFeature = defineFeature({
  routes: draftRoutes,
  events: { drafts: personal },
  registerState: draftState,
});

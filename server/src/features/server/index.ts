/** The feature: server. */
import { organizationWide } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { serverRoutes } from './routes.ts';
import { absentState, serverState } from './state.ts';

export const serverFeature = defineFeature({
  routes: serverRoutes,
  events: { restart: organizationWide },
  registerState: { ...absentState, ...serverState },
});

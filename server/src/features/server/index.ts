/** The feature: server. */
import { defineFeature } from '../../http/feature.ts';
import { serverRoutes } from './routes.ts';
import { absentState, serverState } from './state.ts';

export const serverFeature = defineFeature({
  routes: serverRoutes,
  registerState: { ...absentState, ...serverState },
});

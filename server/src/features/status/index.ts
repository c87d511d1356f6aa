/** The feature: status. */
import { defineFeature } from '../../http/feature.ts';
import { encodeStatus } from './encode.ts';
import { statusRoutes } from './routes.ts';
import { statusState } from './state.ts';

export const statusFeature = defineFeature({
  routes: statusRoutes,
  registerState: statusState,
  encoders: { user_status: encodeStatus },
});

/** The feature: submessages. */
import { defineFeature } from '../../http/feature.ts';
import { submessageRoutes } from './routes.ts';

export const submessagesFeature = defineFeature({
  routes: submessageRoutes,
});

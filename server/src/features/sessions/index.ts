/** The feature: sessions. */
import { defineFeature } from '../../http/feature.ts';
import { sessionRoutes } from './routes.ts';

export const sessionsFeature = defineFeature({
  routes: sessionRoutes,
});

/** The feature: reports. */
import { defineFeature } from '../../http/feature.ts';
import { reportRoutes } from './routes.ts';

export const reportsFeature = defineFeature({
  routes: reportRoutes,
});

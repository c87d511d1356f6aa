/** The feature: events. */
import { defineFeature } from '../../http/feature.ts';
import { eventRoutes } from './routes.ts';

export const eventsFeature = defineFeature({
  routes: eventRoutes,
});

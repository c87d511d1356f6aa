/** The feature: typing. */
import { defineFeature } from '../../http/feature.ts';
import { typingEvents } from './events.ts';
import { typingRoutes } from './routes.ts';

export const typingFeature = defineFeature({
  routes: typingRoutes,
  events: typingEvents,
});

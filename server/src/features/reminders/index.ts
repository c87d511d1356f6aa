/** The feature: reminders. */
import { defineFeature } from '../../http/feature.ts';
import { reminderRoutes } from './routes.ts';

export const remindersFeature = defineFeature({
  routes: reminderRoutes,
});

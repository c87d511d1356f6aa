/** The feature: messages. */
import { defineFeature } from '../../http/feature.ts';
import { messageRoutes } from './routes.ts';

export const messagesFeature = defineFeature({
  routes: messageRoutes,
});

/** The feature: incoming webhooks. */
import { defineFeature } from '../../http/feature.ts';
import { incomingWebhookRoutes } from './routes.ts';
import { incomingWebhookState } from './state.ts';

export const incomingWebhooksFeature = defineFeature({
  routes: incomingWebhookRoutes,
  registerState: incomingWebhookState,
});

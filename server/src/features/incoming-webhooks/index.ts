/** The feature: incoming webhooks. */
import type { StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { incomingWebhookRoutes } from './routes.ts';
import { integrations } from './integrations.ts';

/** The integrations that users can set up. */
const incomingWebhookState: Pick<StateFetchers, 'realm_incoming_webhook_bots'> = {
  realm_incoming_webhook_bots: () => ({
    realm_incoming_webhook_bots: integrations.map(({ name, displayName, events, options = [] }) => ({
      name,
      display_name: displayName,
      all_event_types: events ? [...events] : null,
      config_options: [],
      url_options: options.map(({ key, label, type }) => ({ key, label, input_type: type })),
    })),
  }),
};

export const incomingWebhooksFeature = defineFeature({
  routes: incomingWebhookRoutes,
  registerState: incomingWebhookState,
});

/** The feature: subscriptions. */
import { defineFeature } from '../../http/feature.ts';
import { subscriptionEvents } from './events.ts';
import { subscriptionRoutes } from './routes.ts';
import { channelState } from './state.ts';

export { updateSubscriptions } from './properties.ts';

export const subscriptionsFeature = defineFeature({
  routes: subscriptionRoutes,
  events: subscriptionEvents,
  registerState: channelState,
});

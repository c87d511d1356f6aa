/** The feature: subscriptions. */
import { defineFeature } from '../../http/feature.ts';
import { encodeSubscription } from './encode.ts';
import { subscriptionRoutes } from './routes.ts';
import { channelState } from './state.ts';

export { updateSubscriptions } from './properties.ts';

export const subscriptionsFeature = defineFeature({
  routes: subscriptionRoutes,
  encoders: { subscription: encodeSubscription },
  registerState: channelState,
});

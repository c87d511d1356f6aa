/** The feature: subscriptions. */
import { channelText, defaultChannelsFor } from '../../core/channels/index.ts';
import type { StateContext, StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { listText } from '../../lib/json/json-text.ts';
import { subscriptionEvents } from './events.ts';
import { subscriptionRoutes } from './routes.ts';
import { subscriptionLists, visibleChannels } from './lists.ts';

export { updateSubscriptions } from './properties.ts';

// The state of `/register` about channels: the visible ones, and the user's subscriptions.

const allowsArchived = ({ capabilities }: StateContext): boolean => capabilities.archived_channels ?? false;

const channelState: Pick<StateFetchers, 'stream' | 'subscription' | 'default_streams'> = {
  stream(context) {
    const { me, tx } = context;
    const channels = visibleChannels(tx.cache, me, { withArchived: allowsArchived(context) });
    return { streams: listText(channels.map((channel) => channelText(tx.cache, channel))) };
  },

  subscription(context) {
    const { me, tx, includeSubscribers, capabilities } = context;
    return subscriptionLists(tx, tx.cache, me, {
      includeSubscribers,
      withArchived: allowsArchived(context),
      isOwnOnly: capabilities.heddle_channels_later ?? false,
      allowsNull: capabilities.notification_settings_null ?? false,
    });
  },

  default_streams({ me, tx }) {
    return { realm_default_streams: defaultChannelsFor(tx.cache, me) };
  },
};

export const subscriptionsFeature = defineFeature({
  routes: subscriptionRoutes,
  events: subscriptionEvents,
  registerState: channelState,
});

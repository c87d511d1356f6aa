/** The state of `/register` about channels: the visible ones, and the user's subscriptions. */
import { channelText, defaultChannelsFor } from '../../core/channels/index.ts';
import type { StateContext, StateFetchers } from '../../core/context/index.ts';
import { listText } from '../../lib/json/json-text.ts';
import { subscriptionLists, visibleChannels } from './lists.ts';

const allowsArchived = ({ capabilities }: StateContext): boolean => capabilities.archived_channels ?? false;

export const channelState: Pick<StateFetchers, 'stream' | 'subscription' | 'default_streams'> = {
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
      allowsNull: capabilities.notification_settings_null ?? false,
    });
  },

  default_streams({ me, tx }) {
    return { realm_default_streams: defaultChannelsFor(tx.cache, me) };
  },
};

/** Channels and their subscribers, which change together. */
import type { Channel } from '../../../../wire/channels.ts';
import type { PersonalSettings } from '../../../../wire/subscriptions.ts';

export type Channels = Map<number, Channel>;

/** Personal settings by channel. */
export type Subscriptions = Map<number, PersonalSettings>;

/** Some or all of a channel's subscribers. */
type Subscribers = { ids: Set<number>; complete: boolean };
export type SubscribersByChannel = Map<number, Subscribers>;

export type ChannelState = {
  channels: Channels;
  subscriptions: Subscriptions;
  /** Settings that were kept after unsubscribing. */
  unsubscribed: Subscriptions;
  subscribers: SubscribersByChannel;
  keepsSubscribers: boolean;
};

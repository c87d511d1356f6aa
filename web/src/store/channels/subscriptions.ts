/** Which channels the person is subscribed to, with their settings, and the other subscribers. */
import type { Channel } from '../../../../wire/channels.ts';
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import type { NeverSubscribed, PersonalSettings, Subscription } from '../../../../wire/subscriptions.ts';
import { dropChannelUnreads, type FlagState } from '../own/flags.ts';
import { canonical } from '../organization/permissions.ts';
import type { OwnState } from '../own/own.ts';
import type { ChannelState, SubscribersByChannel, Subscriptions } from '../base/channel-state.ts';

type SubscriptionState = ChannelState & FlagState & OwnState;

const getPersonal = (subscription: Subscription): PersonalSettings => ({
  color: subscription.color,
  is_muted: subscription.is_muted,
  in_home_view: subscription.in_home_view,
  pin_to_top: subscription.pin_to_top,
  desktop_notifications: subscription.desktop_notifications,
  audible_notifications: subscription.audible_notifications,
  push_notifications: subscription.push_notifications,
  email_notifications: subscription.email_notifications,
  wildcard_mentions_notify: subscription.wildcard_mentions_notify,
});

/** Whether it has no list of subscribers: with ten thousand channels, copies would take most of the time of a start. */
export const isBareChannel = (from: NeverSubscribed): from is Channel =>
  from.subscribers === undefined && from.partial_subscribers === undefined;

/** The channel as an object of its own, without personal settings and lists of subscribers. */
export function getChannel(from: Channel | Subscription | NeverSubscribed): Channel {
  const {
    subscribers,
    partial_subscribers,
    color,
    is_muted,
    in_home_view,
    pin_to_top,
    desktop_notifications,
    audible_notifications,
    push_notifications,
    email_notifications,
    wildcard_mentions_notify,
    ...channel
  } = from as Channel & Partial<Subscription>;
  // Does not compile while a field is left that does not belong to the channel.
  return channel satisfies Record<Exclude<keyof typeof channel, keyof Channel>, never>;
}

export const subscriptionsFromRegister = (subscriptions: readonly Subscription[] = []): Subscriptions =>
  new Map(subscriptions.map((subscription) => [subscription.stream_id, getPersonal(subscription)]));

type WithLists = Pick<Subscription, 'stream_id' | 'subscribers' | 'partial_subscribers'>;

export function subscribersFromRegister(response: RegisterResponse): SubscribersByChannel {
  const { subscriptions = [], unsubscribed = [], never_subscribed = [] } = response;
  const lists: SubscribersByChannel = new Map();
  for (const from of [...subscriptions, ...unsubscribed, ...never_subscribed]) keepList(lists, from);
  return lists;
}

/** Whether this registration asked for subscribers; true if it has no channels. */
export function asksForSubscribers(response: RegisterResponse): boolean {
  const { subscriptions = [], unsubscribed = [], never_subscribed = [] } = response;
  const all: WithLists[] = [...subscriptions, ...unsubscribed, ...never_subscribed];
  return all.length === 0 || all.some((from) => (from.subscribers ?? from.partial_subscribers) !== undefined);
}

function keepList(lists: SubscribersByChannel, from: WithLists): void {
  const ids = from.subscribers ?? from.partial_subscribers;
  if (ids === undefined) return;
  lists.set(from.stream_id, { ids: new Set(ids), complete: from.subscribers !== undefined });
}

/** A channel that appears has no subscribers until events add them. */
export function startSubscribers(state: ChannelState, channelId: number): void {
  if (state.keepsSubscribers) state.subscribers.set(channelId, { ids: new Set(), complete: true });
}

export function reduceSubscriptions(state: SubscriptionState, event: EventOf<'subscription'>): void {
  switch (event.op) {
    case 'add':
      for (const subscription of event.subscriptions) subscribe(state, subscription);
      return;
    case 'remove':
      for (const { stream_id } of event.subscriptions) unsubscribe(state, stream_id);
      return;
    case 'update': {
      const personal = state.subscriptions.get(event.stream_id);
      if (personal !== undefined)
        state.subscriptions.set(event.stream_id, { ...personal, [event.property]: event.value });
      return;
    }
    case 'peer_add':
      for (const id of event.stream_ids) join(state, id, event.user_ids);
      return;
    case 'peer_remove':
      for (const id of event.stream_ids) leave(state, id, event.user_ids);
  }
}

function subscribe(state: SubscriptionState, subscription: Subscription): void {
  const id = subscription.stream_id;
  state.channels.set(id, canonical(getChannel(subscription)));
  state.subscriptions.set(id, getPersonal(subscription));
  state.unsubscribed.delete(id);
  if (state.keepsSubscribers) keepList(state.subscribers, subscription);
  else state.subscribers.get(id)?.ids.add(state.own.user_id);
}

/** Unread messages of a channel that the person left do not count. */
function unsubscribe(state: SubscriptionState, id: number): void {
  const personal = state.subscriptions.get(id);
  if (personal === undefined) return;
  state.subscriptions.delete(id);
  state.unsubscribed.set(id, personal);
  leave(state, id, [state.own.user_id]);
  dropChannelUnreads(state.unreads, id);
}

function join(state: ChannelState, channelId: number, userIds: readonly number[]): void {
  const list = state.subscribers.get(channelId);
  const fresh = userIds.filter((id) => list?.ids.has(id) !== true);
  for (const id of fresh) list?.ids.add(id);
  count(state, channelId, fresh.length);
}

function leave(state: ChannelState, channelId: number, userIds: readonly number[]): void {
  const list = state.subscribers.get(channelId);
  for (const id of userIds) list?.ids.delete(id);
  count(state, channelId, -userIds.length);
}

function count(state: ChannelState, channelId: number, change: number): void {
  const channel = state.channels.get(channelId);
  if (channel === undefined) return;
  const list = state.subscribers.get(channelId);
  channel.subscriber_count = list?.complete === true ? list.ids.size : channel.subscriber_count + change;
}

/** Removes a person from all lists. Partial lists get their new count from the event about the channel. */
export function removeSubscriber(state: ChannelState, userId: number): void {
  for (const [channelId, list] of state.subscribers) {
    if (list.ids.delete(userId)) count(state, channelId, 0);
  }
}

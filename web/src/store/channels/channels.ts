/** Channels that are visible to the person, subscribed or not. */
import type { Channel } from '../../../../wire/channels.ts';
import type { Event, EventOf } from '../../../../wire/events.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { dropChannelUnreads, type FlagState } from '../own/flags.ts';
import { defineNoun } from '../base/noun.ts';
import { canonical, canonicalSetting, isAnonymousGroup } from '../organization/permissions.ts';
import type { ChannelState, Channels } from '../base/channel-state.ts';
import {
  asksForSubscribers,
  getChannel,
  isBareChannel,
  reduceSubscriptions,
  startSubscribers,
  subscribersFromRegister,
  subscriptionsFromRegister,
} from './subscriptions.ts';

function channelsFromRegister(response: RegisterResponse): Channels {
  const channels: Channels = new Map();
  const { streams = [], subscriptions = [], unsubscribed = [], never_subscribed: others = [] } = response;
  for (const channel of [...streams, ...subscriptions, ...unsubscribed])
    channels.set(channel.stream_id, canonical(getChannel(channel)));
  for (const channel of others)
    channels.set(channel.stream_id, canonical(isBareChannel(channel) ? channel : getChannel(channel)));
  return channels;
}

/**
 * Adds the channels without a subscription, which were fetched separately, and removes those that the person no longer sees.
 * @param all every visible channel, as it was at some time since the request
 * @param since events since the request, which the response may include
 * @returns false if these events do not say how many subscribers there are: the channels have to be fetched again
 */
export function addOtherChannels(
  state: ChannelState,
  all: readonly Channel[],
  since: readonly Event[],
): boolean {
  const isNew = new Set(
    since.flatMap((event) =>
      event.type === 'stream' && event.op === 'create' ? event.streams.map(({ stream_id: id }) => id) : [],
    ),
  );
  const isCurrent = (id: number) =>
    isNew.has(id) || state.subscriptions.has(id) || state.unsubscribed.has(id);
  const others = new Map(
    all.flatMap((channel) => (isCurrent(channel.stream_id) ? [] : [[channel.stream_id, channel] as const])),
  );
  const isOther = (id: number) => others.has(id);
  for (const event of since)
    if (event.type === 'subscription' && 'stream_ids' in event && event.stream_ids.some(isOther))
      return false;
  for (const id of state.channels.keys()) if (!isCurrent(id)) state.channels.delete(id);
  for (const [id, channel] of others) state.channels.set(id, canonical(channel));
  for (const event of since) {
    if (event.type !== 'stream') continue;
    if (event.op === 'delete') for (const id of event.stream_ids) state.channels.delete(id);
    const channel = event.op === 'update' && others.get(event.stream_id);
    if (channel && state.channels.has(event.stream_id))
      state.channels.set(event.stream_id, updated(state.channels.get(event.stream_id) ?? channel, event));
  }
  return true;
}

function reduceChannels(state: ChannelState & FlagState, event: EventOf<'stream'>): void {
  switch (event.op) {
    case 'create':
      for (const channel of event.streams) create(state, channel);
      return;
    case 'delete':
      for (const id of event.stream_ids) removeChannel(state, id);
      return;
    case 'update': {
      const channel = state.channels.get(event.stream_id);
      if (channel !== undefined) state.channels.set(event.stream_id, updated(channel, event));
    }
  }
}

function create(state: ChannelState, channel: Channel): void {
  state.channels.set(channel.stream_id, canonical(getChannel(channel)));
  startSubscribers(state, channel.stream_id);
}

function removeChannel(state: ChannelState & FlagState, id: number): void {
  state.channels.delete(id);
  state.subscriptions.delete(id);
  state.unsubscribed.delete(id);
  state.subscribers.delete(id);
  dropChannelUnreads(state.unreads, id);
}

/** Replaces the object, so that components that depend on it render again. */
function updated(before: Channel, event: EventOf<'stream'> & { op: 'update' }): Channel {
  const value = isAnonymousGroup(event.value) ? canonicalSetting(event.value) : event.value;
  const channel: Channel = { ...before, [event.property]: value };
  if (event.rendered_description !== undefined) channel.rendered_description = event.rendered_description;
  if (event.history_public_to_subscribers !== undefined) {
    channel.history_public_to_subscribers = event.history_public_to_subscribers;
  }
  if (event.is_web_public !== undefined) channel.is_web_public = event.is_web_public;
  return channel;
}

function reduceDefaults(state: { defaultChannels: number[] }, event: EventOf<'default_streams'>): void {
  state.defaultChannels = event.default_streams;
}

export const channels = defineNoun({
  keys: ['default_streams', 'stream', 'subscription'],
  state: {
    channels: channelsFromRegister,
    /** Channels that new users are subscribed to; guests do not see this list. */
    defaultChannels: ({ realm_default_streams = [] }) => realm_default_streams,
    subscriptions: ({ subscriptions }) => subscriptionsFromRegister(subscriptions),
    unsubscribed: ({ unsubscribed }) => subscriptionsFromRegister(unsubscribed),
    subscribers: subscribersFromRegister,
    keepsSubscribers: asksForSubscribers,
  },
  reducers: {
    default_streams: reduceDefaults,
    stream: reduceChannels,
    subscription: reduceSubscriptions,
  },
  touches: { default_streams: ['defaultChannels'], stream: 'any', subscription: 'any' },
  fleeting: { keepsSubscribers: 'dropped' },
});

/** Channels that are visible to the person, subscribed or not. */
import type { Channel } from '../../../../wire/channels.ts';
import type { EventOf } from '../../../../wire/events.ts';
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

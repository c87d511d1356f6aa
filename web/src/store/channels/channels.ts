/** Channels that the person can see, subscribed or not. */
import type { Channel } from '../../../../wire/channels.ts';
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterAnswer } from '../../../../wire/register.ts';
import { dropChannelUnreads } from '../messages/flags.ts';
import type { State } from '../index.ts';
import { canonical, canonicalSetting, isAnonymousGroup } from '../organization/permissions.ts';
import { channelOf, startSubscribers } from './subscriptions.ts';

export type Channels = Map<number, Channel>;

export function channelsFromRegister(answer: RegisterAnswer): Channels {
  const channels: Channels = new Map();
  const { streams = [], subscriptions = [], unsubscribed = [], never_subscribed: others = [] } = answer;
  for (const channel of [...streams, ...subscriptions, ...unsubscribed, ...others])
    channels.set(channel.stream_id, canonical(channelOf(channel)));
  return channels;
}

export function reduceChannels(state: State, event: EventOf<'stream'>): void {
  switch (event.op) {
    case 'create':
      for (const channel of event.streams) create(state, channel);
      return;
    case 'delete':
      for (const id of event.stream_ids) forget(state, id);
      return;
    case 'update': {
      const channel = state.channels.get(event.stream_id);
      if (channel !== undefined) state.channels.set(event.stream_id, updated(channel, event));
    }
  }
}

function create(state: State, channel: Channel): void {
  state.channels.set(channel.stream_id, canonical(channelOf(channel)));
  startSubscribers(state, channel.stream_id);
}

function forget(state: State, id: number): void {
  state.channels.delete(id);
  state.subscriptions.delete(id);
  state.unsubscribed.delete(id);
  state.subscribers.delete(id);
  dropChannelUnreads(state.unreads, id);
}

/** Another object: what shows a channel that it was given looks again when it is given another. */
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

/** Unread messages by conversation, and starred messages. */
import { topicKey } from '../../../../wire/topics.ts';
import type { EventOf } from '../../../../wire/events.ts';
import type { UnreadDetails, UnreadMessages } from '../../../../wire/message-flags.ts';
import type { EventMessage } from '../../../../wire/messages.ts';
import type { ChannelState } from '../base/channel-state.ts';
import { directKey } from '../base/conversation-keys.ts';
import { defineNoun } from '../base/noun.ts';
import { ownIdFromRegister, type OwnState } from './own.ts';

/** A topic with unread messages, with the spelling used last. */
type UnreadTopic = { topic: string; ids: Set<number> };

/** By `topicKey`, since the spelling of a topic may change while it has unread messages. */
type Conversation = { channelId: number; topicKey: string } | { direct: string };

export type Unreads = {
  /** By channel, then by `topicKey`. */
  channels: Map<number, Map<string, UnreadTopic>>;
  /** By `directKey`. */
  direct: Map<string, Set<number>>;
  mentions: Set<number>;
  /** The conversation of each unread message. */
  places: Map<number, Conversation>;
  /** The server has omitted old unread messages. */
  oldMissing: boolean;
};

export type FlagState = { unreads: Unreads; starred: Set<number> };

function unreadsFromRegister(unread: UnreadMessages | undefined, ownId: number): Unreads {
  const unreads: Unreads = {
    channels: new Map(),
    direct: new Map(),
    mentions: new Set(unread?.mentions),
    places: new Map(),
    oldMissing: unread?.old_unreads_missing ?? false,
  };
  for (const { stream_id, topic, unread_message_ids } of unread?.streams ?? []) {
    for (const id of unread_message_ids) addToTopic(unreads, id, stream_id, topic);
  }
  for (const { other_user_id, unread_message_ids } of unread?.pms ?? []) {
    for (const id of unread_message_ids) addToDirect(unreads, id, directKey([other_user_id], ownId));
  }
  for (const { user_ids_string, unread_message_ids } of unread?.huddles ?? []) {
    const direct = directKey(user_ids_string.split(',').map(Number), ownId);
    for (const id of unread_message_ids) addToDirect(unreads, id, direct);
  }
  return unreads;
}

function addToDirect(unreads: Unreads, id: number, direct: string): void {
  unreads.places.set(id, { direct });
  entry(unreads.direct, direct, () => new Set<number>()).add(id);
}

function addToTopic(unreads: Unreads, id: number, channelId: number, topic: string): void {
  const key = topicKey(topic);
  const topics = entry(unreads.channels, channelId, () => new Map<string, UnreadTopic>());
  const { ids } = entry(topics, key, () => ({ topic, ids: new Set<number>() }));
  // One shared object for all messages of a topic: a person who never reads may have tens of thousands.
  const [other] = ids;
  const shared = other === undefined ? undefined : unreads.places.get(other);
  unreads.places.set(id, shared ?? { channelId, topicKey: key });
  ids.add(id);
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

/** Removes conversations that have become empty. */
function remove(unreads: Unreads, id: number): void {
  unreads.mentions.delete(id);
  const place = unreads.places.get(id);
  if (place === undefined) return;
  unreads.places.delete(id);
  if ('direct' in place) {
    const ids = unreads.direct.get(place.direct);
    if (ids?.delete(id) === true && ids.size === 0) unreads.direct.delete(place.direct);
    return;
  }
  const topics = unreads.channels.get(place.channelId);
  const topic = topics?.get(place.topicKey);
  if (topic?.ids.delete(id) === true && topic.ids.size === 0) topics?.delete(place.topicKey);
  if (topics?.size === 0) unreads.channels.delete(place.channelId);
}

export function dropUnreads(unreads: Unreads, ids: readonly number[]): void {
  for (const id of ids) remove(unreads, id);
}

export function dropChannelUnreads(unreads: Unreads, channelId: number): void {
  const ids = [...(unreads.channels.get(channelId)?.values() ?? [])].flatMap((topic) => [...topic.ids]);
  for (const id of ids) remove(unreads, id);
}

/** A new message is unread unless its flags say otherwise; only received messages count. */
export function countUnread(state: ChannelState & FlagState & OwnState, event: EventOf<'message'>): void {
  const { message, flags } = event;
  if (message.type === 'stream') respell(state.unreads, message.stream_id, message.subject);
  // A bot that is mentioned where it is not subscribed receives the message too.
  if (flags.includes('read') || !(receives(state, message) || flags.includes('mentioned'))) return;
  place(state, message);
  if (mentions(state, event)) state.unreads.mentions.add(message.id);
}

/** A topic is shown with its most recent spelling. */
function respell(unreads: Unreads, channelId: number, topic: string): void {
  const unread = unreads.channels.get(channelId)?.get(topicKey(topic));
  if (unread !== undefined) unread.topic = topic;
}

const receives = (state: ChannelState, message: EventMessage): boolean =>
  message.type === 'private' || state.subscriptions.has(message.stream_id);

function place({ unreads, own }: FlagState & OwnState, message: EventMessage): void {
  if (message.type === 'stream') addToTopic(unreads, message.id, message.stream_id, message.subject);
  else addToDirect(unreads, message.id, directKey(message.display_recipient.map(getId), own.user_id));
}

const getId = ({ id }: { id: number }): number => id;

/** Wildcard mentions do not count in muted channels. */
function mentions(state: ChannelState, { message, flags }: EventOf<'message'>): boolean {
  if (flags.includes('mentioned')) return true;
  if (!flags.includes('stream_wildcard_mentioned') && !flags.includes('topic_wildcard_mentioned'))
    return false;
  return message.type === 'private' || state.subscriptions.get(message.stream_id)?.is_muted === false;
}

/** An edit may add or remove a mention of the person in an unread message. */
export function changeMention(
  { unreads, subscriptions }: ChannelState & FlagState,
  event: EventOf<'update_message'>,
): void {
  const { message_id: id, flags, stream_id: was } = event;
  if (!unreads.places.has(id)) return;
  const channelId = event.new_stream_id ?? was;
  const isMuted = channelId !== undefined && subscriptions.get(channelId)?.is_muted !== false;
  const isOfMany = flags.includes('stream_wildcard_mentioned') || flags.includes('topic_wildcard_mentioned');
  if (flags.includes('mentioned') || (isOfMany && !isMuted)) unreads.mentions.add(id);
  else unreads.mentions.delete(id);
}

/** Unread messages stay unread in the conversation that they are moved to, if it is accessible. */
export function moveUnreads(
  { unreads, subscriptions }: ChannelState & FlagState,
  event: EventOf<'update_message'>,
): void {
  const channelId = event.new_stream_id ?? event.stream_id;
  if (channelId === undefined) return;
  const topic = event.subject ?? event.orig_subject ?? '';
  for (const id of event.message_ids) {
    if (!unreads.places.has(id)) continue;
    const isMentioned = unreads.mentions.has(id);
    remove(unreads, id);
    if (!subscriptions.has(channelId)) continue;
    addToTopic(unreads, id, channelId, topic);
    if (isMentioned) unreads.mentions.add(id);
  }
  respell(unreads, channelId, topic);
}

function reduceFlags(state: FlagState & OwnState, event: EventOf<'update_message_flags'>): void {
  if (event.flag === 'starred') changeStars(state.starred, event);
  if (event.flag !== 'read') return;
  if (event.op === 'remove') markUnread(state, event.message_details ?? {});
  else
    for (const id of event.all ? [...state.unreads.places.keys()] : event.messages) remove(state.unreads, id);
}

function changeStars(starred: Set<number>, event: EventOf<'update_message_flags'>): void {
  for (const id of event.messages) {
    if (event.op === 'add') starred.add(id);
    else starred.delete(id);
  }
}

function markUnread(state: FlagState & OwnState, details: Readonly<Record<string, UnreadDetails>>): void {
  for (const [id, detail] of Object.entries(details)) {
    if (detail.type === 'stream') addToTopic(state.unreads, Number(id), detail.stream_id, detail.topic);
    else addToDirect(state.unreads, Number(id), directKey(detail.user_ids, state.own.user_id));
    if (detail.mentioned === true) state.unreads.mentions.add(Number(id));
  }
}

export const messageFlags = defineNoun({
  keys: ['starred_messages', 'update_message_flags'],
  state: {
    unreads: (response) => unreadsFromRegister(response.unread_msgs, ownIdFromRegister(response)),
    starred: ({ starred_messages }) => new Set(starred_messages),
  },
  reducers: { update_message_flags: reduceFlags },
});

/**
 * The topics of channels, read ones included. Fetched for a channel when needed, then kept up to date by events. A list
 * becomes stale when an event does not say enough; it is fetched again while it is shown.
 */
import { topicKey } from '../../../../wire/topics.ts';
import type { Topic } from '../../../../wire/channels.ts';
import type { EventOf } from '../../../../wire/events.ts';
import { defineNoun } from '../base/noun.ts';
import { findLargest } from '../base/objects.ts';

export type KnownTopic = { topic: string; lastId: number };

export type TopicList = {
  /** By `topicKey`. */
  topics: Map<string, KnownTopic>;
  /** Whether it was fetched, so that a topic that is missing here does not exist. */
  isLoaded: boolean;
  /** Has to be fetched again. */
  isStale: boolean;
  /** Topics with new messages since the pending fetch began. */
  arrived: Map<string, KnownTopic> | undefined;
};

export type TopicState = { topics: Map<number, TopicList> };

export const needsTopics = (list: TopicList | undefined): boolean => list?.isLoaded !== true || list.isStale;

/**
 * Called before a fetch.
 * @returns the list that the response is for
 */
export function beginTopics({ topics }: TopicState, channelId: number): TopicList {
  const list = topics.get(channelId) ?? {
    topics: new Map<string, KnownTopic>(),
    isLoaded: false,
    isStale: false,
    arrived: undefined,
  };
  list.arrived = new Map();
  list.isStale = false;
  topics.set(channelId, list);
  return list;
}

/** The response may be older than messages that arrived meanwhile. */
export function takeTopics(list: TopicList, fetched: readonly Topic[]): void {
  const { arrived = new Map<string, KnownTopic>() } = list;
  list.topics = new Map();
  list.arrived = undefined;
  list.isLoaded = true;
  for (const { name, max_id } of fetched) note(list, name, max_id);
  for (const { topic, lastId } of arrived.values()) note(list, topic, lastId);
}

function note(list: TopicList | undefined, topic: string, id: number): void {
  if (list === undefined) return;
  const key = topicKey(topic);
  const known = { topic, lastId: Math.max(id, list.topics.get(key)?.lastId ?? 0) };
  list.topics.set(key, known);
  list.arrived?.set(key, known);
}

/** After the newest message was moved or deleted, only the server knows which one is the newest. */
function leave(list: TopicList | undefined, topic: string, ids: readonly number[], isWhole = false): void {
  if (list === undefined) return;
  const key = topicKey(topic);
  if (list.arrived !== undefined) list.isStale = true;
  const known = list.topics.get(key);
  if (known === undefined) return;
  if (isWhole) {
    list.topics.delete(key);
    list.arrived?.delete(key);
  } else if (ids.includes(known.lastId)) list.isStale = true;
}

function reduceMessage({ topics }: TopicState, { message }: EventOf<'message'>): void {
  if (message.type === 'stream') note(topics.get(message.stream_id), message.subject, message.id);
}

function reduceMove({ topics }: TopicState, event: EventOf<'update_message'>): void {
  const {
    stream_id: from,
    new_stream_id,
    orig_subject = '',
    subject = orig_subject,
    message_ids: ids,
  } = event;
  if (event.propagate_mode === undefined || from === undefined) return;
  leave(topics.get(from), orig_subject, ids, event.propagate_mode === 'change_all');
  note(topics.get(new_stream_id ?? from), subject, findLargest(ids));
}

type TopicKey = { kind: 'topic'; channelId: number; topic: string };

type Move = { from: TopicKey; to: TopicKey };

/** Where the whole topic was moved; undefined for any other change of messages. */
export const wholeMove = (event: EventOf<'update_message'>): Move | undefined =>
  event.propagate_mode === 'change_all' ? getMove(event) : undefined;

/** Where some messages of a topic were moved; otherwise undefined. */
export const partialMove = (event: EventOf<'update_message'>): Move | undefined =>
  event.propagate_mode === undefined || event.propagate_mode === 'change_all' ? undefined : getMove(event);

function getMove(event: EventOf<'update_message'>): Move | undefined {
  const { stream_id: channelId, orig_subject: before = '', subject: topic = before } = event;
  if (channelId === undefined) return undefined;
  const to = { channelId: event.new_stream_id ?? channelId, topic };
  return { from: { kind: 'topic', channelId, topic: before }, to: { kind: 'topic', ...to } };
}

function reduceDeletion({ topics }: TopicState, event: EventOf<'delete_message'>): void {
  if (event.message_type !== 'stream') return;
  leave(
    topics.get(event.stream_id),
    event.topic,
    'message_ids' in event ? event.message_ids : [event.message_id],
  );
}

/** A change of the subscription changes what the person may read in the channel. */
function reduceSubscription({ topics }: TopicState, event: EventOf<'subscription'>): void {
  if (event.op !== 'add' && event.op !== 'remove') return;
  for (const { stream_id: id } of event.subscriptions) topics.delete(id);
}

function reduceChannel({ topics }: TopicState, event: EventOf<'stream'>): void {
  if (event.op === 'delete') for (const id of event.stream_ids) topics.delete(id);
}

export const topics = defineNoun({
  keys: [],
  state: { topics: () => new Map<number, TopicList>() },
  reducers: {
    message: reduceMessage,
    update_message: reduceMove,
    delete_message: reduceDeletion,
    subscription: reduceSubscription,
    stream: reduceChannel,
  },
  // Topics are fetched again, as events that this client has missed may have changed them.
  fleeting: { topics: 'dropped' },
});

/** What a person must see, found by looking at all messages. */
import type { UnreadMessages } from '../../wire/message-flags.ts';
import { topicPolicy } from '../../wire/topics.ts';
import type { ChannelName } from '../support/cast.ts';
import type { Name } from '../support/world.ts';
import {
  isHidden,
  isMentioned,
  isOneOfMany,
  isReceived,
  isVisible,
  getKey,
  getPolicy,
  resolvedMark,
  type Author,
  type Channel,
  type Message,
  type Model,
} from './model.ts';

export interface Reader {
  model: Model;
  ids: Ids;
  who: Name;
}

/** How the API names people and channels. */
export interface Ids {
  people: Record<Author, number>;
  channels: Record<ChannelName, number>;
}

const visible = ({ model, who }: Reader): Message[] =>
  [...model.messages.values()].sort((a, b) => a.id - b.id).filter((one) => isVisible(one, who));

const isUnread = (message: Message, who: Name): boolean => message.unread.has(who);

type Holds = (message: Message, who: Name) => boolean;
type Term = Record<string, unknown>;
/** `reach`: of all that one received, or of all that one may read. */
interface Narrow {
  terms: readonly Term[];
  reach: 'received' | 'visible';
  holds: Holds;
}

const is = (operand: string): Term => ({ operator: 'is', operand });

/** The narrows that are compared, each with what it means. */
export const narrows: readonly Narrow[] = [
  { terms: [], reach: 'received', holds: () => true },
  { terms: [is('dm')], reach: 'visible', holds: ({ channel }) => channel === null },
  { terms: [is('unread')], reach: 'visible', holds: isUnread },
  { terms: [is('starred')], reach: 'visible', holds: ({ starred }, who) => starred.has(who) },
  { terms: [is('mentioned')], reach: 'visible', holds: isMentioned },
  { terms: [is('muted')], reach: 'received', holds: isHidden },
  {
    terms: [is('followed')],
    reach: 'received',
    holds: ({ channel, topic }, who) =>
      channel !== null && getPolicy(channel, getKey(topic), who) === topicPolicy.followed,
  },
  { terms: [is('resolved')], reach: 'received', holds: ({ topic }) => topic.startsWith(resolvedMark) },
  {
    terms: [{ operator: 'topic', operand: 'PLANS' }],
    reach: 'received',
    holds: ({ channel, topic }) => channel !== null && getKey(topic) === 'plans',
  },
  {
    terms: [{ operator: 'topic', operand: '' }],
    reach: 'received',
    holds: ({ channel, topic }) => channel !== null && topic === '',
  },
];

export const channelNarrow = ({ name }: Channel): Narrow => ({
  terms: [{ operator: 'channel', operand: name }],
  reach: 'visible',
  holds: ({ channel }) => channel?.name === name,
});

/** @param people Everyone in it. */
export const conversationNarrow = ({ people: ids }: Ids, people: readonly Author[]): Narrow => ({
  terms: [{ operator: 'dm', operand: people.map((name) => ids[name]) }],
  reach: 'visible',
  holds: (message) =>
    message.people.length === people.length && people.every((name) => message.people.includes(name)),
});

export function found(reader: Reader, { reach, holds }: Narrow): Message[] {
  const { who } = reader;
  return visible(reader).filter(
    (message) => (reach === 'visible' || isReceived(message, who)) && holds(message, who),
  );
}

/** In the order of the server. */
export function getFlags(message: Message, who: Name): string[] {
  const isForAll = message.isForAll && isReceived(message, who);
  const isForTopic = message.topicMentioned.has(who);
  const isNoHistory = message.sender === who || isReceived(message, who);
  const flags: Record<string, boolean> = {
    read: !isUnread(message, who),
    starred: message.starred.has(who),
    mentioned: message.mentioned.has(who),
    stream_wildcard_mentioned: isForAll,
    topic_wildcard_mentioned: isForTopic,
    historical: !isNoHistory || message.historical.has(who),
    wildcard_mentioned: isForAll || isForTopic,
  };
  return Object.keys(flags).filter((flag) => flags[flag]);
}

/** Topics that someone finds in a channel, newest first. */
export function getTopics(reader: Reader, channel: Channel): { name: string; max_id: number }[] {
  const newest = new Map<string, number>();
  for (const message of visible(reader))
    if (message.channel === channel) newest.set(getKey(message.topic), message.id);
  return [...newest]
    .map(([key, max_id]) => ({ name: channel.topics.get(key) ?? key, max_id }))
    .sort((a, b) => b.max_id - a.max_id);
}

/** `unread_msgs` of `/register`. */
export function getUnreads(reader: Reader): UnreadMessages {
  const { ids, who } = reader;
  const unread = visible(reader).filter((message) => isUnread(message, who));
  const mine = ids.people[who];
  const places = [...Map.groupBy(unread, (message) => getPlace(ids, message)).values()];
  const getIds = (some: readonly Message[]) => some.map(({ id }) => id);
  const inChannels = places.filter(([first]) => first?.channel);
  const direct = places.filter(([first]) => first?.channel === null);
  const isPair = ([first]: Message[]) => first !== undefined && getPeople(ids, first).length <= 2;
  return {
    count: unread.filter((message) => !isHidden(message, who)).length,
    streams: inChannels
      .map((some) => ({ ...getTopic(ids, some), unread_message_ids: getIds(some) }))
      .sort((a, b) => a.stream_id - b.stream_id || (a.topic < b.topic ? -1 : 1)),
    pms: direct
      .filter(isPair)
      .map((some) => {
        const other = getPeople(ids, some[0]).find((id) => id !== mine) ?? mine;
        return { other_user_id: other, sender_id: other, unread_message_ids: getIds(some) };
      })
      .sort((a, b) => a.other_user_id - b.other_user_id),
    huddles: direct
      .filter((some) => !isPair(some))
      .map((some) => ({
        user_ids_string: getPeople(ids, some[0]).join(),
        unread_message_ids: getIds(some),
      }))
      .sort((a, b) => (a.user_ids_string < b.user_ids_string ? -1 : 1)),
    mentions: getIds(
      unread.filter(
        (message) => message.mentioned.has(who) || (isOneOfMany(message, who) && !isHidden(message, who)),
      ),
    ),
    old_unreads_missing: false,
  };
}

const getPlace = (ids: Ids, message: Message): string =>
  message.channel ? `${message.channel.name} ${getKey(message.topic)}` : getPeople(ids, message).join();

function getTopic(ids: Ids, [first]: readonly Message[]): { stream_id: number; topic: string } {
  const { channel, topic = '' } = first ?? {};
  if (!channel) return { stream_id: 0, topic };
  return { stream_id: ids.channels[channel.name], topic: channel.topics.get(getKey(topic)) ?? topic };
}

/** Everyone in a direct conversation by id, in order. */
const getPeople = ({ people }: Ids, message: Message | undefined): number[] =>
  (message?.people ?? []).map((name) => people[name]).sort((a, b) => a - b);

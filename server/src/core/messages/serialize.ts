/** Messages as the API shows them. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import type { UnreadDetails, UnreadMessages } from '../../../../wire/message-flags.ts';
import type { Correspondent } from '../../../../wire/messages.ts';
import type { Emitted, SharedMessage } from '../log/index.ts';
import type { Channel, User } from '../organization/index.ts';
import { avatarUrl } from '../users/index.ts';
import type { TopicLink } from '../../lib/markdown/links/topic-links.ts';

/** One number for every set of recipients, as the wire has it: even for channels, odd for direct conversations. */
function compatibleRecipientId(kind: 'channel' | 'direct', id: number): number {
  return kind === 'channel' ? id * 2 : id * 2 + 1;
}

export interface MessageFacts {
  id: number;
  sender: User;
  realm: string;
  client: string;
  sentAt: number;
  topic: string;
  isMe: boolean;
  /** What the organization makes of the topic. */
  topicLinks: readonly TopicLink[];
  /** The channel of the message, or the people of its direct conversation. */
  place: { channel: Channel } | { directId: number; people: readonly User[] };
}

/** The fields that are the same for every reader, apart from the content. */
export function sharedMessage(facts: MessageFacts): SharedMessage {
  const { id, sender, realm, client, sentAt, isMe } = facts;
  return {
    id,
    ...messageSender(sender, realm),
    client,
    is_me_message: isMe,
    timestamp: Math.floor(sentAt / 1000),
    reactions: [],
    submessages: [],
    ...messagePlace(facts),
  };
}

/** The fields about the sender. */
export const messageSender = (sender: User, realm: string) => ({
  sender_id: sender.id,
  sender_email: sender.email,
  sender_full_name: sender.fullName,
  sender_realm_str: realm,
  avatar_url: avatarUrl(sender),
});

/** The fields about where the message stands. */
export function messagePlace({
  topic,
  topicLinks,
  place,
}: Pick<MessageFacts, 'topic' | 'topicLinks' | 'place'>) {
  const common = { topic_links: topicLinks };
  if ('channel' in place)
    return {
      ...common,
      type: 'stream' as const,
      stream_id: place.channel.id,
      subject: topic,
      display_recipient: place.channel.name,
      recipient_id: compatibleRecipientId('channel', place.channel.id),
    };
  return {
    ...common,
    type: 'private' as const,
    subject: '',
    display_recipient: place.people.map(correspondent),
    recipient_id: compatibleRecipientId('direct', place.directId),
  };
}

/** What a message changes of its channel. */
export function channelChanged(
  { id, name }: Channel,
  ...[property, value]: ['first_message_id', number | null] | ['is_recently_active', boolean]
): Emitted {
  const common = { type: 'stream', op: 'update', stream_id: id, name } as const;
  return property === 'first_message_id' ? { ...common, property, value } : { ...common, property, value };
}

/** Messages of one topic or of a direct conversation, in order of their ids. */
export function messagesDeleted(
  from: { channel: Channel; topic: string } | 'direct',
  ids: readonly number[],
): Emitted {
  const type = 'delete_message';
  const message_ids = [...ids];
  if (from === 'direct') return { type, message_ids, message_type: 'private' };
  return { type, message_ids, message_type: 'stream', stream_id: from.channel.id, topic: from.topic };
}

function correspondent(user: User): Correspondent {
  return { id: user.id, email: user.email, full_name: user.fullName, is_mirror_dummy: false };
}

/** A topic or a direct conversation, and ids of unread messages in it, ascending. */
export type UnreadPlace = { ids: number[] } & (
  | { channelId: number; topicKey: string; topic: string }
  /** The people in order of their ids, the reader included. */
  | { directId: number; people: readonly number[] }
);

/** @param emptyTopicName the client can show a topic without a name. */
export function unreadConversations(
  places: readonly UnreadPlace[],
  userId: number,
  emptyTopicName: boolean,
): Pick<UnreadMessages, 'streams' | 'pms' | 'huddles'> {
  const streams: UnreadMessages['streams'] = [];
  const pms: UnreadMessages['pms'] = [];
  const huddles: UnreadMessages['huddles'] = [];
  for (const place of places) {
    const unread_message_ids = place.ids;
    if ('channelId' in place) {
      const topic = place.topic === '' && !emptyTopicName ? emptyTopicDisplayName : place.topic;
      streams.push({ stream_id: place.channelId, topic, unread_message_ids });
    } else if (place.people.length > 2) {
      huddles.push({ user_ids_string: place.people.join(','), unread_message_ids });
    } else {
      const other = place.people.find((id) => id !== userId) ?? userId;
      pms.push({ other_user_id: other, sender_id: other, unread_message_ids });
    }
  }
  streams.sort((a, b) => a.stream_id - b.stream_id || getOldest(a) - getOldest(b));
  huddles.sort((a, b) => getOldest(a) - getOldest(b));
  pms.sort((a, b) => a.other_user_id - b.other_user_id);
  return { streams, pms, huddles };
}

const getOldest = (conversation: { unread_message_ids: number[] }): number =>
  conversation.unread_message_ids[0] ?? 0;

/** Describes a message that became unread: its topic, or the people of its direct conversation without the reader. */
export function unreadDetail(
  place: { channelId: number; topic: string } | { others: number[] },
  isMentioned: boolean,
): UnreadDetails {
  const common = isMentioned ? { mentioned: true } : {};
  return 'channelId' in place
    ? { type: 'stream', stream_id: place.channelId, topic: place.topic, ...common }
    : { type: 'private', user_ids: place.others, ...common };
}

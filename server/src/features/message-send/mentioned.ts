/**
 * Resolves and stores the mentions of a message: individual users as flags, large groups and wildcards as one row or trait
 * of the message.
 */
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import { groupPermission } from '../../core/groups/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { MessagesHidden } from '../../core/messages/index.ts';
import {
  type Channel,
  type Group,
  type User,
  allMembers,
  holds,
  mayIn,
} from '../../core/organization/index.ts';
import { addFlagBitsFor, flagBit, replaceUserFlagBits } from '../../core/read-state/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { Rendered } from '../../lib/markdown/render.ts';
import { nameKey } from '../../lib/text.ts';
import { botTypes } from '../../../../wire/bots.ts';
import { reachIn } from '../../core/channels/index.ts';

export interface Mentions {
  mentioned: readonly number[];
  mentionedGroups: readonly number[];
  topicMentioned: readonly number[];
  isChannelWildcard: boolean;
}

export type MentionPlace = { channel: Channel; topic: string } | { people: readonly User[] };
type Recipients = { channel: Channel } | { people: readonly User[] };

const none: Mentions = { mentioned: [], mentionedGroups: [], topicMentioned: [], isChannelWildcard: false };

/** Mentions of groups up to this size are stored as a flag per member; larger groups are resolved when a member reads. */
const largestWrittenGroup = 200;
/** Up to this size, wildcard mentions need no permission. */
const freeWildcardSize = 15;

/**
 * @param messageId Of an existing message with new content.
 * @throws ApiError when the sender may not mention this many, or this group.
 */
export async function resolveMentions(
  tx: Tx,
  sender: User,
  rendered: Rendered,
  place: MentionPlace,
  messageId?: number,
): Promise<Mentions> {
  const { mentionedUsers, mentionedGroups, wildcard } = rendered;
  if (mentionedUsers.length === 0 && mentionedGroups.length === 0 && wildcard === 'none') return none;
  const isHere = presence(tx, place);
  const mentioned = new Set(mentionedUsers.filter(isHere));
  if ('channel' in place)
    for (const id of await botsReached({ tx, channel: place.channel }, mentionedUsers, messageId))
      mentioned.add(id);
  const large: number[] = [];
  for (const id of mentionedGroups) {
    const group = tx.cache.groups.get(id);
    if (!group) continue;
    checkMayMention(tx, sender, group);
    const members = allMembers(tx.cache, group);
    if (members.size > largestWrittenGroup) large.push(id);
    else for (const userId of members) if (isHere(userId)) mentioned.add(userId);
  }
  const isChannelWildcard = wildcard === 'channel' || wildcard === 'both';
  if (isChannelWildcard) checkChannelWildcard(tx, sender, place);
  const isTopicWildcard = wildcard === 'topic' || wildcard === 'both';
  const topicMentioned = isTopicWildcard ? await participants(tx, sender, place) : [];
  return { mentioned: [...mentioned], mentionedGroups: large, topicMentioned, isChannelWildcard };
}

/** Tests whether a user is a recipient. */
export function presence(tx: Tx, place: Recipients): (userId: number) => boolean {
  if ('people' in place) return (userId) => place.people.some((user) => user.id === userId);
  return (userId) => tx.cache.members.has(place.channel.id, userId);
}

function checkMayMention(tx: Tx, sender: User, group: Group): void {
  if (sender.isSystem || holds(tx.cache, groupPermission(tx.cache, group, 'can_mention_group'), sender))
    return;
  throw apiError('messages.group-mention', { name: group.name });
}

function mayMentionMany(tx: Tx, sender: User): boolean {
  return sender.isSystem || mayIn(tx.cache, 'can_mention_many_users_group', sender);
}

function checkChannelWildcard(tx: Tx, sender: User, place: MentionPlace): void {
  if ('people' in place || tx.cache.members.getCount(place.channel.id) <= freeWildcardSize) return;
  if (!mayMentionMany(tx, sender)) throw apiError('messages.channel-wildcard');
}

const sendersInTopic = prepared<{ channel_id: number; topic_key: string }>()((q, p) =>
  q
    .selectFrom('message')
    .select('sender_id')
    .distinct()
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key),
);

/** Subscribers who have sent messages to the topic; none for a direct conversation. */
async function participants(tx: Tx, sender: User, place: MentionPlace): Promise<number[]> {
  if ('people' in place) return [];
  const { channel, topic } = place;
  const rows = await tx.rows(sendersInTopic, { channel_id: channel.id, topic_key: nameKey(topic) });
  const ids = new Set([sender.id, ...rows.map((row) => row.sender_id)]);
  const here = [...ids].filter((id) => tx.cache.members.has(channel.id, id));
  if (here.length > freeWildcardSize && !mayMentionMany(tx, sender))
    throw apiError('messages.topic-wildcard');
  return here;
}

const deleteMentionedGroups = prepared<{ list: unknown }>()((q, p, dialect) =>
  q.deleteFrom('group_mention').where(inListParam(dialect, 'message_id', p.list)),
);

/** Deletes the group mentions of deleted messages. */
export async function deleteGroupMentions(tx: Tx, { ids, userIds }: MessagesHidden): Promise<void> {
  if (!userIds) await tx.run(deleteMentionedGroups, { list: listValue(tx.dialect, ids) });
}

/** Replaces the mentions of an edited message: users no longer mentioned lose the flag. */
export async function replaceMentions(tx: Tx, messageId: number, mentions: Mentions): Promise<void> {
  await replaceUserFlagBits(tx, messageId, flagBit.mentioned, mentions.mentioned);
  await replaceUserFlagBits(tx, messageId, flagBit.topicWildcardMentioned, mentions.topicMentioned);
  await tx.run(deleteMentionedGroups, { list: listValue(tx.dialect, [messageId]) });
  await storeGroups(tx, messageId, mentions.mentionedGroups);
}

export async function storeMentions(tx: Tx, messageId: number, mentions: Mentions): Promise<void> {
  await addFlagBitsFor(tx, messageId, mentions.mentioned, flagBit.mentioned);
  await addFlagBitsFor(tx, messageId, mentions.topicMentioned, flagBit.topicWildcardMentioned);
  await storeGroups(tx, messageId, mentions.mentionedGroups);
}

async function storeGroups(tx: Tx, messageId: number, groupIds: readonly number[]): Promise<void> {
  for (const groupId of groupIds)
    await tx.q.insertInto('group_mention').values({ message_id: messageId, group_id: groupId }).execute();
}

// Generic bots also receive messages that mention them by name in channels that they may read but are not subscribed to.
// The receipt is stored as a membership for that one message. It covers no position of the log, so the bot gets no other
// event.

/**
 * The mentioned users who are bots that receive the message without being subscribed to its channel.
 * @param messageId Of an edited message: an edit reaches only bots that had received the message.
 */
async function botsReached(
  { tx, channel }: { tx: Tx; channel: Channel },
  mentioned: readonly number[],
  messageId: number | undefined,
): Promise<number[]> {
  const bots = mentioned.filter((id) => receivesMentions(tx, channel, id));
  if (bots.length === 0 || messageId === undefined) return bots;
  const list = listValue(tx.dialect, bots);
  const rows = await tx.rows(receivers, { channel_id: channel.id, message_id: messageId, list });
  return rows.map((row) => row.user_id);
}

function receivesMentions({ cache }: Tx, channel: Channel, userId: number): boolean {
  const user = cache.users.get(userId);
  if (user?.botType !== botTypes.generic || !user.isActive) return false;
  return !cache.members.has(channel.id, userId) && reachIn(cache, channel, user) === 'all';
}

const receivers = prepared<{ channel_id: number; message_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('membership')
    .select('user_id')
    .distinct()
    .where('channel_id', '=', p.channel_id)
    .where(inListParam(dialect, 'user_id', p.list))
    .where('from_message_id', '<=', p.message_id)
    .where('to_message_id', '>', p.message_id),
);

/** Call before the event of the message is emitted. */
export async function storeReceipts(
  tx: Tx,
  channelId: number,
  messageId: number,
  botIds: readonly number[],
): Promise<void> {
  for (const userId of botIds)
    await tx.q
      .insertInto('membership')
      .values({
        channel_id: channelId,
        user_id: userId,
        from_message_id: messageId,
        from_position: tx.position,
        to_message_id: messageId + 1,
        to_position: tx.position,
      })
      .onConflict((oc) =>
        // The bot left the channel at this position: that membership is extended by one message.
        oc.columns(['channel_id', 'user_id', 'from_position']).doUpdateSet({ to_message_id: messageId + 1 }),
      )
      .execute();
}

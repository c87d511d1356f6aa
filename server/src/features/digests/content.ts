/** The content of a digest: the most active topics of a user's channels, and new channels, as far as they may read them. */
import { topicPolicy } from '../../../../wire/topics.ts';
import { canSeeChannel } from '../../core/channels/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type Reader, visibleRows } from '../../core/messages/index.ts';
import type { Channel, OrganizationCache, User } from '../../core/organization/index.ts';
import { getUserVisibility } from '../../core/users/index.ts';
import type { Db } from '../../db/db.ts';
import { withIds } from '../../db/sql.ts';

export interface DigestMessage {
  sender: User | undefined;
  rendered: string;
  /** Milliseconds since 1970. */
  sentAt: number;
}

export interface DigestTopic {
  channel: Channel;
  topic: string;
  /** The id of the first message in the period. */
  messageId: number;
  /** The first messages. */
  messages: readonly DigestMessage[];
  /** Number of further messages. */
  others: number;
}

export interface DigestContent {
  topics: readonly DigestTopic[];
  channels: readonly Channel[];
}

const mostChannels = 100;
const mostMessagesPerChannel = 300;
const mostTopics = 4;
/** How many of these are the topics with the most senders. */
const mostDiverse = 2;
const mostMessages = 2;
const mostNewChannels = 10;

interface Row {
  id: number;
  channel_id: number | null;
  topic_key: string;
  topic: string;
  sender_id: number;
  sent_at: number;
}

/** @param since Milliseconds since 1970. */
export async function getDigestContent(
  { db, organizations }: AppContext,
  orgId: number,
  user: User,
  since: number,
): Promise<DigestContent> {
  const cache = await organizations.cache(orgId);
  const reader: Reader = { id: user.id, orgId, user, cache };
  const rows = await recentRows(db.read, reader, since);
  const topics = await Promise.all(chosen(rows).map((group) => getTopic(db.read, reader, group)));
  return { topics, channels: newChannels(cache, user, since) };
}

/** Ascending by id. */
async function recentRows(db: Db, reader: Reader, since: number): Promise<Row[]> {
  const { cache, user } = reader;
  const channelIds = await readChannels(db, reader);
  const [muted, silenced] = await Promise.all([mutedTopics(db, user.id), mutedUsers(db, user.id)]);
  const found: Row[] = [];
  for (const channelId of channelIds)
    for (const row of await newestMessages(db, reader.orgId, channelId)) {
      const sender = cache.users.get(row.sender_id);
      const isPerson = sender?.isBot === false && !silenced.has(row.sender_id);
      if (row.sent_at >= since && isPerson && !muted.has(groupKey(row))) found.push(row);
    }
  const visible = new Set(
    (
      await visibleRows(
        db,
        reader,
        found.map(({ id }) => id),
      )
    ).map(({ id }) => id),
  );
  return found.filter(({ id }) => visible.has(id)).sort((a, b) => a.id - b.id);
}

const newestMessages = (db: Db, orgId: number, channelId: number): Promise<Row[]> =>
  db.q
    .selectFrom('message')
    .select(['id', 'channel_id', 'topic_key', 'topic', 'sender_id', 'sent_at'])
    .where('org_id', '=', orgId)
    .where('channel_id', '=', channelId)
    .orderBy('id', 'desc')
    .limit(mostMessagesPerChannel)
    .execute();

/** Subscribed, neither muted nor archived. */
async function readChannels(db: Db, { id, cache }: Reader): Promise<number[]> {
  const rows = await db.q
    .selectFrom('subscription')
    .select('channel_id')
    .where('user_id', '=', id)
    .where('is_muted', '=', 0)
    .execute();
  return rows
    .map((row) => row.channel_id)
    .filter(
      (channelId) => cache.members.has(channelId, id) && cache.channels.get(channelId)?.isArchived === false,
    )
    .sort((a, b) => a - b)
    .slice(0, mostChannels);
}

const groupKey = ({ channel_id, topic_key }: Pick<Row, 'channel_id' | 'topic_key'>): string =>
  `${channel_id ?? 0} ${topic_key}`;

async function mutedTopics(db: Db, userId: number): Promise<Set<string>> {
  const rows = await db.q
    .selectFrom('user_topic')
    .select(['channel_id', 'topic_key'])
    .where('user_id', '=', userId)
    .where('policy', '=', topicPolicy.muted)
    .execute();
  return new Set(rows.map(groupKey));
}

async function mutedUsers(db: Db, userId: number): Promise<Set<number>> {
  const rows = await db.q.selectFrom('muted_user').select('muted_id').where('user_id', '=', userId).execute();
  return new Set(rows.map((row) => row.muted_id));
}

/** Topics with the most senders first, then those with the most messages. */
function chosen(rows: readonly Row[]): Row[][] {
  const groups = [...Map.groupBy(rows, groupKey).values()];
  const senders = (group: readonly Row[]) => new Set(group.map((row) => row.sender_id)).size;
  const first = (group: readonly Row[]) => group[0]?.id ?? 0;
  const diverse = groups
    .toSorted((a, b) => senders(b) - senders(a) || b.length - a.length || first(a) - first(b))
    .slice(0, mostDiverse);
  const long = groups
    .filter((group) => !diverse.includes(group))
    .toSorted((a, b) => b.length - a.length || first(a) - first(b));
  return [...diverse, ...long].slice(0, mostTopics);
}

async function getTopic(db: Db, reader: Reader, group: readonly Row[]): Promise<DigestTopic> {
  const { cache, user } = reader;
  const ids = group.slice(0, mostMessages).map(({ id }) => id);
  const rows = await db.q
    .selectFrom('message')
    .select(['sender_id', 'rendered', 'sent_at'])
    .where(withIds(db.dialect, reader.orgId, ids))
    .orderBy('id')
    .execute();
  const isVisible = await getUserVisibility(db, cache, user);
  const [first] = group;
  const channel = cache.channels.get(first?.channel_id ?? 0);
  if (!first || !channel) throw new Error('A topic of a digest has no messages.');
  const messages = rows.map((row) => {
    const sender = cache.users.get(row.sender_id);
    const shown = sender && isVisible(sender) ? sender : undefined;
    return { sender: shown, rendered: row.rendered, sentAt: row.sent_at };
  });
  return {
    channel,
    topic: group.at(-1)?.topic ?? first.topic,
    messageId: first.id,
    messages,
    others: group.length - messages.length,
  };
}

/** Channels that the user could subscribe to. */
const newChannels = (cache: OrganizationCache, user: User, since: number): Channel[] =>
  [...cache.channels.values()]
    .filter(
      (channel) =>
        channel.createdAt >= since &&
        !channel.isArchived &&
        !cache.members.has(channel.id, user.id) &&
        canSeeChannel(cache, channel, user),
    )
    .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    .slice(0, mostNewChannels);

/**
 * Channels, topics and messages as pages and feeds for spectators show them. All functions return only what is in channels that
 * are open at this moment. What is elsewhere is treated as if it did not exist.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { withIdsParam, listedIds, listValue } from '../../db/sql.ts';
import { nameKey } from '../../lib/text.ts';
import type { AppContext } from '../context/index.ts';
import { isWebPublicChannel } from '../channels/index.ts';
import { type Channel, type OrganizationCache, isOpenToAnonymous } from '../organization/index.ts';

type SpectatorConfig = Pick<AppContext, 'config'>;

export interface PublicTopic {
  channel: Channel;
  /** The same value as `message.topic_key`. */
  key: string;
  name: string;
  /** The first message that is there now; the topic is known by it. */
  firstMessageId: number;
  lastMessageId: number;
  /** Milliseconds at which the last message was sent. */
  lastActivity: number;
}

export interface PublicMessage {
  id: number;
  senderId: number;
  /** HTML with the names and addresses of the time of writing; `publicContent` replaces them. */
  rendered: string;
  sentAt: number;
  editedAt: number | null;
  /** Bits of `trait`. */
  traits: number;
}

/** A channel that is open now; `undefined` for any other, whether it exists or not. */
export function openChannel(
  { config }: SpectatorConfig,
  cache: OrganizationCache,
  id: number,
): Channel | undefined {
  const channel = cache.channels.get(id);
  return channel && isWebPublicChannel(channel) && isOpenToAnonymous(config, cache) ? channel : undefined;
}

/** The newest topics of a channel, the last active first. */
export async function newestTopics(
  db: Db,
  channel: Channel,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<PublicTopic[]> {
  const rows = await db.rows(topicsOfChannel, { channel_id: channel.id, limit, offset });
  return rows.flatMap((row) => toPublicTopics(channel, row));
}

/** The newest topics of each channel, as `newestTopics` finds them, in one query however many channels there are. */
export async function newestTopicsByChannel(
  db: Db,
  channels: readonly Channel[],
  limit: number,
): Promise<Map<number, PublicTopic[]>> {
  const list = listValue(
    db.dialect,
    channels.map(({ id }) => id),
  );
  const rows = Map.groupBy(
    await db.rows(topicsOfChannels, { list, last: limit - 1 }),
    (row) => row.channel_id,
  );
  return new Map(
    channels.map((channel) => [
      channel.id,
      (rows.get(channel.id) ?? []).flatMap((row) => toPublicTopics(channel, row)),
    ]),
  );
}

/** The topic that a message is in now, wherever it was before. */
export async function topicOfMessage(
  app: SpectatorConfig & Pick<AppContext, 'db'>,
  cache: OrganizationCache,
  messageId: number,
): Promise<PublicTopic | undefined> {
  const place = await app.db.read.first(placeOfMessage, { org_id: cache.orgId, id: messageId });
  if (!place || place.channel_id === null) return undefined;
  const channel = openChannel(app, cache, place.channel_id);
  return channel && findByKey(app.db.read, channel, place.topic_key);
}

export const topicByName = (db: Db, channel: Channel, name: string): Promise<PublicTopic | undefined> =>
  findByKey(db, channel, nameKey(name));

async function findByKey(db: Db, channel: Channel, key: string): Promise<PublicTopic | undefined> {
  const row = await db.first(topicByKey, { channel_id: channel.id, topic_key: key });
  return row && toPublicTopics(channel, row)[0];
}

/** Messages of a topic in order. */
export async function messagesOfTopic(
  db: Db,
  { channel, key }: PublicTopic,
  { limit, offset }: { limit: number; offset: number },
): Promise<PublicMessage[]> {
  return db.rows(messagesByPlace, { channel_id: channel.id, topic_key: key, limit, offset });
}

/** Ids of the messages that a topic has after one, the oldest first. */
export async function idsAfter(
  db: Db,
  { channel, key }: PublicTopic,
  messageId: number,
  limit: number,
): Promise<number[]> {
  const place = { channel_id: channel.id, topic_key: key, above: messageId, limit };
  return (await db.rows(idsSince, place)).map(({ id }) => id);
}

/** A message with its channel and topic. */
export interface PlacedMessage extends PublicMessage {
  channel: Channel;
  topic: string;
}

/** The messages that are in open channels, the newest first. */
export async function openMessages(
  app: SpectatorConfig & Pick<AppContext, 'db'>,
  cache: OrganizationCache,
  ids: readonly number[],
): Promise<PlacedMessage[]> {
  const { read } = app.db;
  const rows = await read.rows(messagesByIds, { org_id: cache.orgId, list: listValue(read.dialect, ids) });
  return rows.flatMap(({ channel_id: channelId, ...row }) => {
    const channel = channelId === null ? undefined : openChannel(app, cache, channelId);
    return channel ? [{ ...row, channel }] : [];
  });
}

/** Number of messages of a topic before one. */
export async function countBefore(db: Db, { channel, key }: PublicTopic, messageId: number): Promise<number> {
  const row = await db.first(countByPlace, { channel_id: channel.id, topic_key: key, below: messageId });
  return row?.messages ?? 0;
}

interface TopicRow {
  topic_key: string;
  name: string;
  first_message_id: number | null;
  last_message_id: number;
  sent_at: number;
}

const toPublicTopics = (channel: Channel, row: TopicRow): PublicTopic[] =>
  row.first_message_id === null
    ? []
    : [
        {
          channel,
          key: row.topic_key,
          name: row.name,
          firstMessageId: row.first_message_id,
          lastMessageId: row.last_message_id,
          lastActivity: row.sent_at,
        },
      ];

/** By the index on channel, topic and id: one step for each topic. */
const firstMessage: RawBuilder<number | null> = sql`(SELECT min(first.id) FROM message AS first
  WHERE first.channel_id = topic.channel_id AND first.topic_key = topic.topic_key)`;

const topicsOfChannel = prepared<{ channel_id: number; limit: number; offset: number }>()((q, p) =>
  q
    .selectFrom('topic')
    .innerJoin('message', 'message.id', 'topic.last_message_id')
    .select(['topic.topic_key', 'topic.name', 'topic.last_message_id', 'message.sent_at'])
    .select(firstMessage.as('first_message_id'))
    .where('topic.channel_id', '=', p.channel_id)
    .orderBy('topic.last_message_id', 'desc')
    .limit(p.limit)
    .offset(p.offset),
);

/** Finds the last message of the last wanted topic of each channel first, so that no other topics are read. */
const topicsOfChannels = prepared<{ list: unknown; last: number }>()((q, p, dialect) => {
  const whole = sql<TopicRow & { channel_id: number }>`WITH wanted AS MATERIALIZED (
      SELECT listed.value AS channel_id, coalesce((SELECT topic.last_message_id FROM topic
        WHERE topic.channel_id = listed.value
        ORDER BY topic.last_message_id DESC LIMIT 1 OFFSET ${p.last}), 0) AS oldest
      FROM ${listedIds(dialect, p.list)})
    SELECT topic.channel_id, topic.topic_key, topic.name, topic.last_message_id, message.sent_at,
      ${firstMessage} AS first_message_id
    FROM wanted CROSS JOIN topic JOIN message ON message.id = topic.last_message_id
    WHERE topic.channel_id = wanted.channel_id AND topic.last_message_id >= wanted.oldest
    ORDER BY topic.last_message_id DESC`;
  return { compile: () => whole.compile(q) };
});

const topicByKey = prepared<{ channel_id: number; topic_key: string }>()((q, p) =>
  q
    .selectFrom('topic')
    .innerJoin('message', 'message.id', 'topic.last_message_id')
    .select(['topic.topic_key', 'topic.name', 'topic.last_message_id', 'message.sent_at'])
    .select(firstMessage.as('first_message_id'))
    .where('topic.channel_id', '=', p.channel_id)
    .where('topic.topic_key', '=', p.topic_key),
);

const placeOfMessage = prepared<{ org_id: number; id: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select(['channel_id', 'topic_key'])
    .where('id', '=', p.id)
    .where('org_id', '=', p.org_id),
);

const messagesByPlace = prepared<{ channel_id: number; topic_key: string; limit: number; offset: number }>()(
  (q, p) =>
    q
      .selectFrom('message')
      .select(['id', 'sender_id as senderId', 'rendered', 'sent_at as sentAt'])
      .select(['edited_at as editedAt', 'traits'])
      .where('channel_id', '=', p.channel_id)
      .where('topic_key', '=', p.topic_key)
      .orderBy('id')
      .limit(p.limit)
      .offset(p.offset),
);

const countByPlace = prepared<{ channel_id: number; topic_key: string; below: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select((eb) => eb.fn.countAll<number>().as('messages'))
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key)
    .where('id', '<', p.below),
);

const idsSince = prepared<{ channel_id: number; topic_key: string; above: number; limit: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select('id')
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key)
    .where('id', '>', p.above)
    .orderBy('id')
    .limit(p.limit),
);

const messagesByIds = prepared<{ org_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select(['id', 'channel_id', 'topic', 'sender_id as senderId', 'rendered', 'sent_at as sentAt'])
    .select(['edited_at as editedAt', 'traits'])
    .where(withIdsParam(dialect, p.org_id, p.list))
    .orderBy('id', 'desc'),
);

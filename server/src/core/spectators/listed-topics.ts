/** All topics of open channels, in steps: for lists that are written while they are read. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import type { Channel } from '../organization/index.ts';

export interface ListedTopic {
  name: string;
  /** Identifies the topic in addresses. */
  firstMessageId: number;
  /** Milliseconds since 1970. */
  lastActivity: number;
}

const step = 500;

/**
 * Topics of a channel in order of their keys, a step at a time.
 * @param offset How many topics to skip.
 */
export async function* listTopics(
  db: Db,
  { id: channel_id }: Channel,
  { offset, limit }: { offset: number; limit: number },
): AsyncGenerator<ListedTopic[]> {
  let left = limit;
  let rows = await db.rows(topicsFrom, { channel_id, offset, limit: Math.min(step, left) });
  for (;;) {
    yield rows.map(listedTopic);
    left -= rows.length;
    const after = rows.at(-1)?.topic_key;
    if (after === undefined || rows.length < step || left <= 0) return;
    rows = await db.rows(topicsAfter, { channel_id, after, limit: Math.min(step, left) });
  }
}

interface TopicRow {
  name: string;
  first_message_id: number;
  sent_at: number;
}

const listedTopic = ({ name, first_message_id, sent_at }: TopicRow): ListedTopic => ({
  name,
  firstMessageId: first_message_id,
  lastActivity: sent_at,
});

/** By the index on channel, topic and id: one look-up for each topic. */
const firstMessage: RawBuilder<number> = sql`(SELECT min(first.id) FROM message AS first
  WHERE first.channel_id = topic.channel_id AND first.topic_key = topic.topic_key)`;

const topicsFrom = prepared<{ channel_id: number; offset: number; limit: number }>()((q, p) =>
  q
    .selectFrom('topic')
    .innerJoin('message', 'message.id', 'topic.last_message_id')
    .select(['topic.topic_key', 'topic.name', 'message.sent_at'])
    .select(firstMessage.as('first_message_id'))
    .where('topic.channel_id', '=', p.channel_id)
    .orderBy('topic.topic_key')
    .limit(p.limit)
    .offset(p.offset),
);

const topicsAfter = prepared<{ channel_id: number; after: string; limit: number }>()((q, p) =>
  q
    .selectFrom('topic')
    .innerJoin('message', 'message.id', 'topic.last_message_id')
    .select(['topic.topic_key', 'topic.name', 'message.sent_at'])
    .select(firstMessage.as('first_message_id'))
    .where('topic.channel_id', '=', p.channel_id)
    .where('topic.topic_key', '>', p.after)
    .orderBy('topic.topic_key')
    .limit(p.limit),
);

export interface ChannelSize {
  topics: number;
  /** Milliseconds since 1970. */
  lastActivity: number;
}

/** Channels without messages are left out. */
export async function channelSizes(db: Db, channels: readonly Channel[]): Promise<Map<number, ChannelSize>> {
  const list = listValue(
    db.dialect,
    channels.map(({ id }) => id),
  );
  const rows = await db.rows(sizesOfChannels, { list });
  return new Map(
    rows.map(({ channel_id, topics, sent_at }) => [channel_id, { topics: topics, lastActivity: sent_at }]),
  );
}

const sizesOfChannels = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom((from) =>
      from
        .selectFrom('topic')
        .select((eb) => [
          'channel_id',
          eb.fn.countAll<number>().as('topics'),
          eb.fn.max('last_message_id').as('last'),
        ])
        .where(inListParam(dialect, 'channel_id', p.list))
        .groupBy('channel_id')
        .as('size'),
    )
    .innerJoin('message', 'message.id', 'size.last')
    .select(['size.channel_id', 'size.topics', 'message.sent_at']),
);

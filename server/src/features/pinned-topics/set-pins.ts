/** Stores pins, and emits events to their users. */
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listedIds, listValue } from '../../db/sql.ts';
import type { Tx } from '../../core/log/index.ts';
import type { TopicPlace } from '../../core/messages/index.ts';
import { nameKey } from '../../lib/text.ts';

interface Change {
  list: unknown;
  channel_id: number;
  topic_key: string;
}

const insert = prepared<Change & { topic: string }>()((q, p, dialect) =>
  q
    .insertInto('pinned_topic')
    .columns(['user_id', 'channel_id', 'topic_key', 'topic'])
    .expression(
      sql`SELECT value, CAST(${p.channel_id} AS bigint), CAST(${p.topic_key} AS text), CAST(${p.topic} AS text)
        FROM ${listedIds(dialect, p.list)} WHERE true`,
    ),
);

const drop = prepared<Change>()((q, p, dialect) =>
  q
    .deleteFrom('pinned_topic')
    .where(inListParam(dialect, 'user_id', p.list))
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key),
);

const atPlace = prepared<Omit<Change, 'list'>>()((q, p) =>
  q
    .selectFrom('pinned_topic')
    .select(['user_id', 'topic'])
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key)
    .orderBy('user_id'),
);

/** Ids of the users who have pinned the topic. */
export async function pinnedBy(tx: Tx, { channelId, topic }: TopicPlace): Promise<number[]> {
  const rows = await tx.rows(atPlace, { channel_id: channelId, topic_key: nameKey(topic) });
  return rows.map((row) => row.user_id);
}

/** Idempotent. One statement and one event for any number of users. */
export async function setPins(
  tx: Tx,
  userIds: readonly number[],
  place: TopicPlace,
  isPinned: boolean,
): Promise<void> {
  const before = new Set(await pinnedBy(tx, place));
  const changing = userIds.filter((id) => before.has(id) !== isPinned);
  if (changing.length === 0) return;
  const { channelId, topic } = place;
  const list = listValue(tx.dialect, changing);
  const change = { list, channel_id: channelId, topic_key: nameKey(topic) };
  await (isPinned ? tx.run(insert, { ...change, topic }) : tx.run(drop, change));
  tx.emit(
    {
      type: 'heddle_pinned_topic',
      op: isPinned ? 'add' : 'remove',
      channel_id: channelId,
      topic,
    },
    { users: changing },
  );
}

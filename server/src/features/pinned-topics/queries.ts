import type { PinnedTopic } from '../../../../wire/pinned-topics.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';

const byUser = prepared<{ user_id: number }>()((q, p) =>
  q
    .selectFrom('pinned_topic')
    .select(['channel_id', 'topic'])
    .where('user_id', '=', p.user_id)
    .orderBy('channel_id')
    .orderBy('topic_key'),
);

export async function getPins(db: Db, userId: number): Promise<PinnedTopic[]> {
  const rows = await db.rows(byUser, { user_id: userId });
  return rows.map((row) => ({ channel_id: row.channel_id, topic: row.topic }));
}

/** The last messages of an open channel or topic, the newest first. */
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import type { Channel } from '../organization/index.ts';
import type { PublicMessage, PublicTopic } from './topics.ts';

export interface RecentMessage extends PublicMessage {
  topic: string;
}

export const newestOfChannel = (db: Db, { id }: Channel, limit: number): Promise<RecentMessage[]> =>
  db.rows(byChannel, { channel_id: id, limit });

export const newestOfTopic = (
  db: Db,
  { channel, key }: PublicTopic,
  limit: number,
): Promise<RecentMessage[]> => db.rows(byTopic, { channel_id: channel.id, topic_key: key, limit });

const byChannel = prepared<{ channel_id: number; limit: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select(['id', 'sender_id as senderId', 'topic', 'rendered', 'sent_at as sentAt'])
    .select(['edited_at as editedAt', 'traits'])
    .where('channel_id', '=', p.channel_id)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

const byTopic = prepared<{ channel_id: number; topic_key: string; limit: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select(['id', 'sender_id as senderId', 'topic', 'rendered', 'sent_at as sentAt'])
    .select(['edited_at as editedAt', 'traits'])
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

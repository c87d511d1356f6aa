/** Which topics people hear more or less of than of their channel. */
import { topicPolicy, type TopicPolicy } from '../../../../wire/user-topics.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';

export interface UserTopic {
  channelId: number;
  topicKey: string;
  /** As it was spelled when it was set. */
  topic: string;
  policy: TopicPolicy;
  /** Milliseconds since 1970. */
  updatedAt: number;
}

const byUser = prepared<{ user_id: number }>()((q, p) =>
  q
    .selectFrom('user_topic')
    .selectAll()
    .where('user_id', '=', p.user_id)
    .orderBy('channel_id')
    .orderBy('topic_key'),
);

/** The topics of one person, or those of them with one of these policies. */
export async function topicPolicies(
  db: Db,
  userId: number,
  policies?: readonly TopicPolicy[],
): Promise<UserTopic[]> {
  const rows = await db.rows(byUser, { user_id: userId });
  const all = rows.map((row) => ({
    channelId: row.channel_id,
    topicKey: row.topic_key,
    topic: row.topic,
    policy: row.policy as TopicPolicy,
    updatedAt: row.updated_at,
  }));
  return policies ? all.filter(({ policy }) => policies.includes(policy)) : all;
}

/** By `placeKey`: how to ask of many messages whether their topic is muted. */
export async function policyByPlace(db: Db, userId: number): Promise<Map<string, TopicPolicy>> {
  const all = await topicPolicies(db, userId);
  return new Map(all.map((one) => [placeKey(one.channelId, one.topicKey), one.policy]));
}

export const placeKey = (channelId: number, topicKey: string): string => `${channelId} ${topicKey}`;

/** Whether what is said in a topic counts for someone, going by it and by its channel. */
export const isHidden = (isChannelMuted: boolean, policy: TopicPolicy | undefined): boolean =>
  policy === topicPolicy.muted ||
  (isChannelMuted && policy !== topicPolicy.unmuted && policy !== topicPolicy.followed);

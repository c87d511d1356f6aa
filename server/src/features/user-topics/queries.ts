/** Visibility policies of topics, which override the setting of the channel. */
import { topicPolicy, type TopicPolicy } from '../../../../wire/user-topics.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';

export interface UserTopic {
  channelId: number;
  topicKey: string;
  /** In the spelling when it was set. */
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

/** The topic policies of a user. @param policies Only these, if given. */
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
    policy: row.policy,
    updatedAt: row.updated_at,
  }));
  return policies ? all.filter(({ policy }) => policies.includes(policy)) : all;
}

const getMuted = prepared<{ user_id: number }>()((q, p) =>
  q
    .selectFrom('subscription')
    .select('channel_id')
    .where('user_id', '=', p.user_id)
    .where('is_muted', '=', 1),
);

export async function mutedChannels(db: Db, userId: number): Promise<Set<number>> {
  return new Set((await db.rows(getMuted, { user_id: userId })).map((row) => row.channel_id));
}

/** Policies that override a muted channel. */
export const audiblePolicies: readonly TopicPolicy[] = [topicPolicy.unmuted, topicPolicy.followed];

/** Returns a function that tests whether a topic is muted for the user. */
export async function hiddenPlaces(
  db: Db,
  userId: number,
): Promise<(channelId: number, topicKey: string) => boolean> {
  const muted = await mutedChannels(db, userId);
  const all = await topicPolicies(db, userId);
  const policies = new Map(all.map((one) => [placeKey(one.channelId, one.topicKey), one.policy]));
  return (channelId, topicKey) => {
    return isHidden(muted.has(channelId), policies.get(placeKey(channelId, topicKey)));
  };
}

/** Whether a topic is muted, by its policy and by the setting of the channel. */
export const isHidden = (isChannelMuted: boolean, policy: TopicPolicy = topicPolicy.inherit): boolean =>
  policy === topicPolicy.muted || (isChannelMuted && !audiblePolicies.includes(policy));

const placeKey = (channelId: number, topicKey: string): string => `${channelId} ${topicKey}`;

/** Visibility policies of topics, which override the setting of the channel. */
import { topicPolicy, type TopicPolicy } from '../../../../wire/topics.ts';
import type { Db } from '../../db/db.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';

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

const mutedByUsers = prepared<{ list: unknown; policy: TopicPolicy }>()((q, p, dialect) =>
  q
    .selectFrom('user_topic')
    .selectAll()
    .where(inListParam(dialect, 'user_id', p.list))
    .where('policy', '=', p.policy)
    .orderBy('channel_id')
    .orderBy('topic_key'),
);

const fromRow = (row: Selectable<Schema['user_topic']>): UserTopic => ({
  channelId: row.channel_id,
  topicKey: row.topic_key,
  topic: row.topic,
  policy: row.policy,
  updatedAt: row.updated_at,
});

/** The muted topics of several users; those without any are absent. */
export async function mutedTopics(db: Db, userIds: readonly number[]): Promise<Map<number, UserTopic[]>> {
  const list = listValue(db.dialect, userIds);
  const rows = await db.rows(mutedByUsers, { list, policy: topicPolicy.muted });
  return Map.groupBy(
    rows.map((row) => ({ ...fromRow(row), userId: row.user_id })),
    ({ userId }) => userId,
  );
}

/** The topic policies of a user. @param policies Only these, if given. */
export async function topicPolicies(
  db: Db,
  userId: number,
  policies?: readonly TopicPolicy[],
): Promise<UserTopic[]> {
  const all = (await db.rows(byUser, { user_id: userId })).map(fromRow);
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

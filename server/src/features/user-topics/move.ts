/** Moves or deletes visibility policies when a topic is moved or deleted. */
import { topicPolicy, type TopicPolicy } from '../../../../wire/topics.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type TopicEnded,
  type TopicPlace,
  knowersOfFormer,
  knowersOfTopic,
} from '../../core/messages/index.ts';
import { nameKey } from '../../lib/text.ts';
import { setPolicies } from './policies.ts';

const atPlace = prepared<{ channel_id: number; topic_key: string }>()((q, p) =>
  q
    .selectFrom('user_topic')
    .select(['user_id', 'policy'])
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key)
    .orderBy('user_id'),
);

async function policiesAt(tx: Tx, { channelId, topic }: TopicPlace): Promise<Map<number, TopicPolicy>> {
  const rows = await tx.rows(atPlace, { channel_id: channelId, topic_key: nameKey(topic) });
  return new Map(rows.map((row) => [row.user_id, row.policy]));
}

/** A later topic of the same name must start without policies. */
export async function deleteTopicPolicies(tx: Tx, ended: TopicEnded): Promise<void> {
  await setPolicies(tx, [...(await policiesOfKnowers(tx, ended)).keys()], ended.from, topicPolicy.inherit);
}

async function policiesOfKnowers(tx: Tx, ended: TopicEnded): Promise<Map<number, TopicPolicy>> {
  const policies = await policiesAt(tx, ended.from);
  const knowers = await knowersOfFormer(tx, tx.cache, ended, [...policies.keys()]);
  return new Map([...policies].filter(([id]) => knowers.has(id)));
}

/** From the most muted to the most followed. */
const rank: Readonly<Record<TopicPolicy, number>> = {
  [topicPolicy.muted]: 0,
  [topicPolicy.inherit]: 1,
  [topicPolicy.unmuted]: 2,
  [topicPolicy.followed]: 3,
};

/**
 * After all messages of a topic were moved, policies move too. If the destination existed already, users keep the policy
 * that gives more notifications; users who know nothing of the destination keep none. Uses one statement and one event
 * for each policy, for any number of users.
 */
export async function moveTopicPolicies(
  tx: Tx,
  ended: TopicEnded,
  { hadMessages: mergesInto, ...to }: NonNullable<TopicEnded['to']>,
): Promise<void> {
  const { from } = ended;
  if (from.channelId === to.channelId && nameKey(from.topic) === nameKey(to.topic)) return;
  const leaving = await policiesOfKnowers(tx, ended);
  const there = await policiesAt(tx, to);
  await setPolicies(tx, [...leaving.keys()], from, topicPolicy.inherit);
  const concerned = mergesInto ? new Set([...leaving.keys(), ...there.keys()]) : new Set(leaving.keys());
  const changes = [...(await knowersOfTopic(tx, tx.cache, to, [...concerned]))].map((id) => {
    const moved = leaving.get(id) ?? topicPolicy.inherit;
    const kept = there.get(id) ?? topicPolicy.inherit;
    return { id, policy: mergesInto && rank[kept] > rank[moved] ? kept : moved };
  });
  for (const [policy, some] of Map.groupBy(changes, (change) => change.policy))
    await setPolicies(
      tx,
      some.map(({ id }) => id),
      to,
      policy,
    );
}

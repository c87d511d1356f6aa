/** Stores the visibility policies of topics, and emits them to their users. */
import { sql } from 'kysely';
import { topicPolicy, type TopicPolicy } from '../../../../wire/topics.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listedIds, listValue } from '../../db/sql.ts';
import { type AccessChanging, watchViewers } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { TopicPlace } from '../../core/messages/index.ts';
import { nameKey } from '../../lib/text.ts';
import { mutedTopics } from './queries.ts';
import { mutedTopicTuples, userTopicChanged } from './serialize.ts';

interface Change {
  list: unknown;
  channel_id: number;
  topic_key: string;
}

const upsert = prepared<Change & { topic: string; policy: TopicPolicy; now: number }>()((q, p, dialect) =>
  q
    .insertInto('user_topic')
    .columns(['user_id', 'channel_id', 'topic_key', 'topic', 'policy', 'updated_at'])
    .expression(
      sql`SELECT value, CAST(${p.channel_id} AS bigint), CAST(${p.topic_key} AS text), CAST(${p.topic} AS text),
        CAST(${p.policy} AS bigint), CAST(${p.now} AS bigint) FROM ${listedIds(dialect, p.list)} WHERE true`,
    )
    .onConflict((oc) =>
      oc.columns(['user_id', 'channel_id', 'topic_key']).doUpdateSet((eb) => ({
        topic: eb.ref('excluded.topic'),
        policy: eb.ref('excluded.policy'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    ),
);

const drop = prepared<Change>()((q, p, dialect) =>
  q
    .deleteFrom('user_topic')
    .where(inListParam(dialect, 'user_id', p.list))
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key),
);

const policiesOfSome = prepared<Change>()((q, p, dialect) =>
  q
    .selectFrom('user_topic')
    .select(['user_id', 'policy'])
    .where(inListParam(dialect, 'user_id', p.list))
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key),
);

/** The policies of users for one topic; users without one are absent. */
export async function getPolicies(
  tx: Tx,
  userIds: readonly number[],
  { channelId, topic }: TopicPlace,
): Promise<Map<number, TopicPolicy>> {
  const list = listValue(tx.dialect, userIds);
  const rows = await tx.rows(policiesOfSome, { list, channel_id: channelId, topic_key: nameKey(topic) });
  return new Map(rows.map((row) => [row.user_id, row.policy]));
}

/** What the server sets by itself, for people who enabled that. */
export type AutomaticPolicy = typeof topicPolicy.followed | typeof topicPolicy.unmuted;

export async function countPolicies(tx: Tx, userId: number): Promise<number> {
  const { n } = await tx.q
    .selectFrom('user_topic')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/**
 * Whether an automatic change may replace the policy that is there. Only people mute a topic, so that it stays muted until
 * they say otherwise, and what they follow stays followed.
 */
export const mayRaise = (before: TopicPolicy | null | undefined, to: AutomaticPolicy): boolean =>
  before !== to && before !== topicPolicy.followed && before !== topicPolicy.muted;

/** Sets a policy of users for a topic, with one statement and one event for any number of users. */
export async function setPolicies(
  tx: Tx,
  userIds: readonly number[],
  place: TopicPlace,
  policy: TopicPolicy,
): Promise<void> {
  const before = await getPolicies(tx, userIds, place);
  const changing = userIds.filter((id) => (before.get(id) ?? topicPolicy.inherit) !== policy);
  await changePolicies(tx, changing, before, { place, policy });
}

/** Sets a policy that nobody asked for: it must be called instead of `setPolicies` by whatever is automatic. */
export async function raisePolicies(
  tx: Tx,
  userIds: readonly number[],
  place: TopicPlace,
  policy: AutomaticPolicy,
): Promise<void> {
  const before = await getPolicies(tx, userIds, place);
  const changing = userIds.filter((id) => mayRaise(before.get(id), policy));
  await changePolicies(tx, changing, before, { place, policy });
}

async function changePolicies(
  tx: Tx,
  changing: number[],
  before: ReadonlyMap<number, TopicPolicy>,
  { place, policy }: { place: TopicPlace; policy: TopicPolicy },
): Promise<void> {
  if (changing.length === 0) return;
  const { channelId, topic } = place;
  const change = {
    list: listValue(tx.dialect, changing),
    channel_id: channelId,
    topic_key: nameKey(topic),
  };
  if (policy === topicPolicy.inherit) await tx.run(drop, change);
  else await tx.run(upsert, { ...change, topic, policy, now: tx.now });
  await tx.touch({ topicPolicies: changing });
  tx.emit(userTopicChanged(channelId, topic, policy, tx.now), { users: changing });
  const muting = policy === topicPolicy.muted;
  await emitMuted(
    tx,
    changing.filter((id) => muting || before.get(id) === topicPolicy.muted),
  );
}

/** A topic that many have muted is moved in one transaction: their lists take a statement for this many users. */
const listsAtOnce = 500;

/** COMPAT(clients before level 134): the complete list of each user, with names of channels. */
async function emitMuted(tx: Tx, userIds: readonly number[]): Promise<void> {
  for (let at = 0; at < userIds.length; at += listsAtOnce) {
    const some = userIds.slice(at, at + listsAtOnce);
    const topics = await mutedTopics(tx, some);
    for (const id of some) {
      const user = tx.cache.users.get(id);
      if (!user) continue;
      const muted_topics = mutedTopicTuples(tx.cache, user, topics.get(id) ?? []);
      tx.emit({ type: 'muted_topics', muted_topics }, { users: [id] });
    }
  }
}

const muters = prepared<{ channels: unknown; users: unknown; policy: TopicPolicy }>()((q, p, dialect) =>
  q
    .selectFrom('user_topic')
    .select(['user_id', 'channel_id'])
    .distinct()
    .where(inListParam(dialect, 'user_id', p.users))
    .where(inListParam(dialect, 'channel_id', p.channels))
    .where('policy', '=', p.policy),
);

/** The lists name the channels that their users see. */
export async function watchMuted(tx: Tx, { changes }: AccessChanging): Promise<() => Promise<void>> {
  const usersIn = new Map(changes.map(({ channel, userIds }) => [channel.id, new Set(userIds)]));
  const channels = listValue(tx.dialect, [...usersIn.keys()]);
  const users = listValue(tx.dialect, [...new Set(changes.flatMap(({ userIds }) => userIds))]);
  const rows = await tx.rows(muters, { channels, users, policy: topicPolicy.muted });
  const concerned = rows.filter((row) => usersIn.get(row.channel_id)?.has(row.user_id));
  const watched = [...Map.groupBy(concerned, (row) => row.channel_id)].map(([channelId, some]) =>
    watchViewers(
      tx,
      channelId,
      some.flatMap((row) => tx.cache.users.get(row.user_id) ?? []),
    ),
  );
  return async () => {
    const changed = watched.map((getChanges) => getChanges());
    await emitMuted(tx, [...new Set(changed.flatMap(({ come, gone }) => [...come, ...gone]))]);
  };
}

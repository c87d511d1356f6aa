/** Which topics people know of, and may begin: where the history of a channel is protected, those with a message that they received. */
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import type { Db } from '../../db/db.ts';
import { holdsIn, reachIn } from '../channels/index.ts';
import type { Tx } from '../log/index.ts';
import type { Channel, OrganizationCache, User } from '../organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { forbiddenAt, nameKey } from '../../lib/text.ts';
import type { TopicEnded, TopicPlace } from './hooks.ts';
import { type TopicRow, findTopic, topicRefusal } from './topics.ts';

/** Ended spans have received nothing since. */
const receivers = prepared<{ channel_id: number; topic_key: string; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('membership as span')
    .select('span.user_id')
    .distinct()
    .where('span.channel_id', '=', p.channel_id)
    .where(inListParam(dialect, 'span.user_id', p.list))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('message')
          .select('message.id')
          .where('message.channel_id', '=', p.channel_id)
          .where('message.topic_key', '=', p.topic_key)
          .whereRef('message.id', '>=', 'span.from_message_id')
          .where((eb) =>
            eb.or([
              eb('span.to_message_id', 'is', null),
              eb('message.id', '<', eb.ref('span.to_message_id').$notNull()),
            ]),
          ),
      ),
    ),
);

/** Those of the users who may read all of the channel, or who received some of it as the function says. */
async function knowersIn(
  cache: OrganizationCache,
  channelId: number,
  userIds: readonly number[],
  receiversAmong: (some: readonly number[]) => Promise<Iterable<number>>,
): Promise<Set<number>> {
  const channel = cache.channels.get(channelId);
  const getReach = (id: number) => {
    const user = cache.users.get(id);
    return channel && user ? reachIn(cache, channel, user) : 'none';
  };
  const byReach = Map.groupBy(userIds, getReach);
  const some = byReach.get('spans') ?? [];
  return new Set([...(byReach.get('all') ?? []), ...(some.length === 0 ? [] : await receiversAmong(some))]);
}

/** Those of the users who may read a message of the topic, or all of the channel. */
export function knowersOfTopic(
  db: Db,
  cache: OrganizationCache,
  { channelId, topic }: TopicPlace,
  userIds: readonly number[],
): Promise<Set<number>> {
  return knowersIn(cache, channelId, userIds, async (some) => {
    const place = { channel_id: channelId, topic_key: nameKey(topic) };
    const rows = await db.rows(receivers, { ...place, list: listValue(db.dialect, some) });
    return rows.map((row) => row.user_id);
  });
}

const spans = prepared<{ channel_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('membership')
    .select(['user_id', 'from_message_id', 'to_message_id'])
    .where('channel_id', '=', p.channel_id)
    .where(inListParam(dialect, 'user_id', p.list)),
);

/** The first of the numbers that is at least as large: found by halves, since a topic can have as many messages as it has spans. */
function findFrom(sorted: Float64Array, least: number): number | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return sorted[low];
}

/** Those of the users who knew of a topic that has ended. */
export function knowersOfFormer(
  db: Db,
  cache: OrganizationCache,
  { from: { channelId }, ids }: Pick<TopicEnded, 'from' | 'ids'>,
  userIds: readonly number[],
): Promise<Set<number>> {
  return knowersIn(cache, channelId, userIds, async (some) => {
    const rows = await db.rows(spans, { channel_id: channelId, list: listValue(db.dialect, some) });
    const sorted = Float64Array.from(ids).sort();
    const received = rows.filter(({ from_message_id: start, to_message_id: end }) => {
      const first = findFrom(sorted, start);
      return first !== undefined && (end === null || first < end);
    });
    return received.map((row) => row.user_id);
  });
}

/** The topic as it is stored; undefined if there is none that the user knows of. */
export async function findKnownTopic(
  db: Db,
  { cache, user }: { cache: OrganizationCache; user: User },
  { id: channelId }: Pick<Channel, 'id'>,
  topic: string,
): Promise<TopicRow | undefined> {
  const found = await findTopic(db, channelId, topic);
  if (!found) return undefined;
  return (await knowersOfTopic(db, cache, { channelId, topic }, [user.id])).has(user.id) ? found : undefined;
}

/** @throws ApiError when its characters, the channel's policy, or the right to begin topics forbid this one. */
export async function checkTopicAllowed(tx: Tx, channel: Channel, user: User, topic: string): Promise<void> {
  const position = forbiddenAt(topic);
  if (position > 0 && !(await findTopic(tx, channel.id, topic)))
    throw apiError('topics.character', { position });
  const refusal = topicRefusal(tx.cache, channel, topic);
  if (refusal !== undefined) throw refusal;
  if (user.isSystem) return;
  // A bot may what its owner may.
  const owner = user.botOwnerId === null ? undefined : tx.cache.users.get(user.botOwnerId);
  const people = owner ? [user, owner] : [user];
  if (people.some((one) => holdsIn(tx.cache, channel, 'can_create_topic_group', one))) return;
  for (const one of people)
    if (await findKnownTopic(tx, { cache: tx.cache, user: one }, channel, topic)) return;
  throw apiError('topics.new-not-allowed');
}

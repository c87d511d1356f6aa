/** Which topics people know of: where the history of a channel is protected, those with a message that they received. */
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import type { Db } from '../../db/db.ts';
import { reachIn } from '../channels/index.ts';
import type { Channel, OrganizationCache, User } from '../organization/index.ts';
import { nameKey } from '../../lib/text.ts';
import type { TopicPlace } from './hooks.ts';
import { type TopicRow, findTopic } from './topics.ts';

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

/** Those of the users who may read a message of the topic, or all of the channel. */
export async function knowersOfTopic(
  db: Db,
  cache: OrganizationCache,
  { channelId, topic }: TopicPlace,
  userIds: readonly number[],
): Promise<Set<number>> {
  const channel = cache.channels.get(channelId);
  const getReach = (id: number) => {
    const user = cache.users.get(id);
    return channel && user ? reachIn(cache, channel, user) : 'none';
  };
  const byReach = Map.groupBy(userIds, getReach);
  const knowing = new Set(byReach.get('all'));
  const some = byReach.get('spans') ?? [];
  if (some.length === 0) return knowing;
  const place = { channel_id: channelId, topic_key: nameKey(topic) };
  for (const row of await db.rows(receivers, { ...place, list: listValue(db.dialect, some) }))
    knowing.add(row.user_id);
  return knowing;
}

/** The topic as it is stored; undefined if there is none that the user knows of. */
export async function findKnownTopic(
  db: Db,
  { cache, user }: { cache: OrganizationCache; user: User },
  { id: channelId }: Channel,
  topic: string,
): Promise<TopicRow | undefined> {
  const found = await findTopic(db, channelId, topic);
  if (!found) return undefined;
  return (await knowersOfTopic(db, cache, { channelId, topic }, [user.id])).has(user.id) ? found : undefined;
}

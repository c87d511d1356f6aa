/** Messages that someone missed, as an email or a push notification shows them. */
import type { Tx } from '../../core/log/index.ts';
import type { Channel, User } from '../../core/organization/index.ts';
import { getUserVisibility } from '../../core/users/index.ts';
import { inList } from '../../db/sql.ts';

export interface MissedMessage {
  id: number;
  sender: User | undefined;
  rendered: string;
  /** Milliseconds since 1970. */
  sentAt: number;
  /** Undefined for a direct message. */
  channel: Channel | undefined;
  topic: string;
  /** Everyone in a direct conversation. */
  people: readonly User[];
}

/** The messages that still exist, ascending. `sender` is undefined if it is not visible to the user. */
export async function getMissedMessages(
  tx: Tx,
  user: User,
  ids: readonly number[],
): Promise<MissedMessage[]> {
  const { cache } = tx;
  const isVisible = await getUserVisibility(tx, cache, user);
  const rows = await tx.q
    .selectFrom('message')
    .select(['id', 'channel_id', 'direct_id', 'sender_id', 'topic', 'rendered', 'sent_at'])
    .where('org_id', '=', tx.orgId)
    .where(inList(tx.dialect, 'id', ids))
    .orderBy('id')
    .execute();
  const people = await peopleIn(
    tx,
    rows.flatMap((row) => row.direct_id ?? []),
  );
  return rows.map((row) => {
    const sender = cache.users.get(row.sender_id);
    return {
      id: row.id,
      sender: sender && isVisible(sender) ? sender : undefined,
      rendered: row.rendered,
      sentAt: row.sent_at,
      channel: row.channel_id === null ? undefined : cache.channels.get(row.channel_id),
      topic: row.topic,
      people: people.get(row.direct_id ?? 0) ?? [],
    };
  });
}

async function peopleIn(tx: Tx, directIds: readonly number[]): Promise<Map<number, User[]>> {
  const people = new Map<number, User[]>();
  if (directIds.length === 0) return people;
  const rows = await tx.q
    .selectFrom('direct_member')
    .select(['direct_id', 'user_id'])
    .where(inList(tx.dialect, 'direct_id', directIds))
    .orderBy('user_id')
    .execute();
  for (const { direct_id: id, user_id: userId } of rows) {
    const user = tx.cache.users.get(userId);
    if (user) people.set(id, [...(people.get(id) ?? []), user]);
  }
  return people;
}

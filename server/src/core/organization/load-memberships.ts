/** Loads rows of memberships for the cache of their organization. */
import type { Db } from '../../db/db.ts';
import { inList, joinedNumbers, splitNumbers } from '../../db/sql.ts';
import type { EndedMembership, Membership } from './types.ts';

interface MembershipOf extends Membership {
  channelId: number;
  userId: number;
}

type MembershipRow = Record<'channel_id' | 'user_id' | 'from_message_id' | 'from_position', number>;

const membershipIn = (row: MembershipRow): MembershipOf => ({
  channelId: row.channel_id,
  userId: row.user_id,
  fromMessageId: row.from_message_id,
  fromPosition: row.from_position,
});

/** The current memberships of each channel: as one text, since an organization may have hundreds of thousands of them. */
export async function loadMemberships(
  db: Db,
  channelIds: readonly number[],
): Promise<{ channelId: number; members: [userId: number, Membership][] }[]> {
  const rows = await db.q
    .selectFrom('membership')
    .select('channel_id')
    .select(joinedNumbers(db.dialect, 'user_id', 'from_message_id', 'from_position').as('spans'))
    .where('to_position', 'is', null)
    .where(inList(db.dialect, 'channel_id', channelIds))
    .groupBy('channel_id')
    .execute();
  return rows.map((row) => ({ channelId: row.channel_id, members: readSpans(splitNumbers(row.spans)) }));
}

/** Those who joined together share one object, which nothing changes. */
function readSpans(numbers: readonly number[]): [userId: number, Membership][] {
  const members: [number, Membership][] = [];
  let last: Membership | undefined;
  for (let at = 0; at < numbers.length; at += 3) {
    const [userId = 0, fromMessageId = 0, fromPosition = 0] = numbers.slice(at, at + 3);
    if (last?.fromMessageId !== fromMessageId || last.fromPosition !== fromPosition)
      last = { fromMessageId, fromPosition };
    members.push([userId, last]);
  }
  return members;
}

/** The open and the last ended membership span of some users in one channel. */
export async function loadUserMemberships(db: Db, channelId: number, userIds: readonly number[]) {
  const rows = await db.q
    .selectFrom('membership')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where(inList(db.dialect, 'user_id', userIds))
    .orderBy('from_position')
    .execute();
  return rows;
}

export async function loadEnded(db: Db, orgId: number, fromPosition: number): Promise<EndedMembership[]> {
  const rows = await db.q
    .selectFrom('membership')
    .innerJoin('channel', 'channel.id', 'membership.channel_id')
    .select(['channel_id', 'user_id', 'from_message_id', 'from_position', 'to_position'])
    .where('channel.org_id', '=', orgId)
    .where('to_position', '>=', fromPosition)
    .execute();
  return rows.map((row) => ({ ...membershipIn(row), toPosition: row.to_position ?? 0 }));
}

/** Loads rows of memberships for the cache of their organization. */
import type { Db } from '../../db/db.ts';
import { inList } from '../../db/sql.ts';
import type { EndedMembership, Membership } from './types.ts';

export interface MembershipOf extends Membership {
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

export async function loadMemberships(db: Db, channelIds: readonly number[]): Promise<MembershipOf[]> {
  const rows = await db.q
    .selectFrom('membership')
    .select(['channel_id', 'user_id', 'from_message_id', 'from_position'])
    .where('to_position', 'is', null)
    .where(inList(db.dialect, 'channel_id', channelIds))
    .execute();
  return rows.map(membershipIn);
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

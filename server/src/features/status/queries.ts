import type { UserStatus } from '../../../../wire/status.ts';
import type { Db } from '../../db/db.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { noSuchUser, getUserVisibility } from '../../core/users/index.ts';
import type { Kind } from '../reactions/index.ts';
import { statusObject, type Status } from './serialize.ts';

export const noStatus: Status = { text: '', emojiName: '', emojiCode: '', kind: 'unicode_emoji' };

interface StatusRow {
  user_id: number;
  status_text: string;
  emoji_name: string;
  emoji_code: string;
  kind: Kind;
}

const rowsIn = ({ q }: Db, orgId: number) =>
  q
    .selectFrom('user_status')
    .select(['user_id', 'status_text', 'emoji_name', 'emoji_code', 'kind'])
    .where('org_id', '=', orgId);

const statusFrom = (row: StatusRow): Status => ({
  text: row.status_text,
  emojiName: row.emoji_name,
  emojiCode: row.emoji_code,
  kind: row.kind,
});

export async function readStatus(db: Db, orgId: number, userId: number): Promise<Status> {
  const row = await rowsIn(db, orgId).where('user_id', '=', userId).executeTakeFirst();
  return row ? statusFrom(row) : noStatus;
}

/** By user id. */
export async function statusesIn(db: Db, orgId: number): Promise<Map<number, Status>> {
  const rows = await rowsIn(db, orgId).orderBy('user_id').execute();
  return new Map(rows.map((row) => [row.user_id, statusFrom(row)]));
}

export async function getStatus(
  { db }: AppContext,
  me: Principal,
  userId: number,
  client: string,
): Promise<{ status: UserStatus }> {
  const user = me.cache.users.get(userId);
  const sees = await getUserVisibility(db.read, me.cache, me.user);
  if (!user || !sees(user)) throw noSuchUser();
  return { status: statusObject(user, await readStatus(db.read, me.orgId, userId), client) };
}

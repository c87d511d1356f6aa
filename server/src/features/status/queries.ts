import type { UserStatus } from '../../../../wire/status.ts';
import type { Db } from '../../db/db.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { noSuchUser, getUserVisibility } from '../../core/users/index.ts';
import type { Kind } from '../reactions/index.ts';
import { statusObject, type Status } from './serialize.ts';

export const noStatus: Status = {
  text: '',
  emojiName: '',
  emojiCode: '',
  kind: 'unicode_emoji',
  expiresAt: null,
};

interface StatusRow {
  user_id: number;
  status_text: string;
  emoji_name: string;
  emoji_code: string;
  kind: Kind;
  expires_at: number | null;
}

/** Without those that have expired: an imported one has no job that clears it. */
const rowsIn = ({ q }: Db, orgId: number, now: number) =>
  q
    .selectFrom('user_status')
    .select(['user_id', 'status_text', 'emoji_name', 'emoji_code', 'kind', 'expires_at'])
    .where('org_id', '=', orgId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));

const statusFrom = (row: StatusRow): Status => ({
  text: row.status_text,
  emojiName: row.emoji_name,
  emojiCode: row.emoji_code,
  kind: row.kind,
  expiresAt: row.expires_at,
});

export async function readStatus(db: Db, orgId: number, userId: number, now: number): Promise<Status> {
  const row = await rowsIn(db, orgId, now).where('user_id', '=', userId).executeTakeFirst();
  return row ? statusFrom(row) : noStatus;
}

/** By user id. */
export async function statusesIn(db: Db, orgId: number, now: number): Promise<Map<number, Status>> {
  const rows = await rowsIn(db, orgId, now).orderBy('user_id').execute();
  return new Map(rows.map((row) => [row.user_id, statusFrom(row)]));
}

export async function getStatus(
  { db, clock }: AppContext,
  me: Principal,
  userId: number,
  client: string,
): Promise<{ status: UserStatus }> {
  const user = me.cache.users.get(userId);
  const sees = await getUserVisibility(db.read, me.cache, me.user);
  if (!user || !sees(user)) throw noSuchUser();
  return { status: statusObject(user, await readStatus(db.read, me.orgId, userId, clock.now()), client) };
}

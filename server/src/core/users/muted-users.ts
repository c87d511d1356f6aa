import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';

const ofUser = prepared<{ user_id: number }>()((q, p) =>
  q
    .selectFrom('muted_user')
    .select(['muted_id', 'muted_at'])
    .where('user_id', '=', p.user_id)
    .orderBy('muted_at')
    .orderBy('muted_id'),
);

/** The users that someone has muted, the latest last. */
export function getMutedUsers(db: Db, userId: number) {
  return db.rows(ofUser, { user_id: userId });
}

const getMuters = prepared<{ muted_id: number }>()((q, p) =>
  q.selectFrom('muted_user').select('user_id').where('muted_id', '=', p.muted_id).orderBy('user_id'),
);

/** The users who have muted this person. */
export async function mutersOfUser(db: Db, userId: number): Promise<number[]> {
  return (await db.rows(getMuters, { muted_id: userId })).map((row) => row.user_id);
}

/** The users that someone has muted, and those who have muted them. */
export async function partedFrom(db: Db, userId: number): Promise<ReadonlySet<number>> {
  const muted = await getMutedUsers(db, userId);
  return new Set([...muted.map((row) => row.muted_id), ...(await mutersOfUser(db, userId))]);
}

/** If another person created the account, `date_joined` is the time of the first sign-in. */
import type { AppContext } from '../../core/context/index.ts';
import type { Db } from '../../db/db.ts';
import { emitSystemGroups } from '../../core/groups/index.ts';
import { audienceAbout, isoTime, userChanged } from '../../core/users/index.ts';

/** @param before `first_sign_in_at` as it was read; nothing is written if it is set. */
export async function noteFirstSignIn(
  { db }: AppContext,
  orgId: number,
  userId: number,
  before: number | null,
): Promise<void> {
  if (before !== null) return;
  await db.write(orgId, 'system', async (tx) => {
    const user = tx.cache.users.get(userId);
    const { first_sign_in_at } = await tx.q
      .selectFrom('person')
      .select('first_sign_in_at')
      .where('id', '=', userId)
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow();
    if (!user || first_sign_in_at !== null) return;
    await tx.q
      .updateTable('person')
      .set({ first_sign_in_at: tx.now, date_joined: tx.now })
      .where('id', '=', userId)
      .where('org_id', '=', orgId)
      .execute();
    await tx.touch({ users: [userId] });
    const joined = tx.cache.users.get(userId) ?? user;
    tx.emit(userChanged({ user_id: userId, date_joined: isoTime(tx.now) }), await audienceAbout(tx, joined));
    emitSystemGroups(tx, user, joined);
  });
}

/** Whether the account was created by someone else, and its person has never signed in. */
export async function awaitsFirstSignIn(db: Db, orgId: number, userId: number): Promise<boolean> {
  const row = await db.q
    .selectFrom('person')
    .select('first_sign_in_at')
    .where('id', '=', userId)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row?.first_sign_in_at === null;
}

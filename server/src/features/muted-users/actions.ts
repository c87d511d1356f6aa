/** Muting and unmuting users. */
import type { Tx } from '../../core/log/index.ts';
import { type Principal, currentUser } from '../../core/organization/index.ts';
import { getMutedUsers, noSuchUser, getUserVisibility } from '../../core/users/index.ts';
import { markSenderRead } from '../message-flags/index.ts';
import { apiError } from '../../lib/errors.ts';
import { mutedUserObject } from './serialize.ts';

/** Marks unread messages of the user as read. @throws ApiError for oneself, and for a user who is already muted */
export async function muteUser(tx: Tx, me: Principal, userId: number): Promise<void> {
  if (userId === me.id) throw apiError('users.mute-self');
  await checkKnows(tx, me, userId);
  const muted = await getMutedUsers(tx, me.id);
  if (muted.some((row) => row.muted_id === userId)) throw apiError('users.muted-already');
  await tx.q
    .insertInto('muted_user')
    .values({ user_id: me.id, muted_id: userId, muted_at: tx.now })
    .execute();
  await markSenderRead(tx, me, userId);
  await emitMutedUsers(tx, me.id);
  await tx.touch({ users: [userId] });
}

/** @throws ApiError for a user who is not muted */
export async function unmuteUser(tx: Tx, me: Principal, userId: number): Promise<void> {
  await checkKnows(tx, me, userId);
  const { numDeletedRows } = await tx.q
    .deleteFrom('muted_user')
    .where('user_id', '=', me.id)
    .where('muted_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw apiError('users.not-muted');
  await emitMutedUsers(tx, me.id);
  await tx.touch({ users: [userId] });
}

/** Bots and deactivated users can be muted too. */
async function checkKnows(tx: Tx, me: Principal, userId: number): Promise<void> {
  const user = tx.cache.users.get(userId);
  const sees = await getUserVisibility(tx, tx.cache, currentUser(tx.cache, me));
  if (!user || !sees(user)) throw noSuchUser();
}

async function emitMutedUsers(tx: Tx, userId: number): Promise<void> {
  const muted_users = (await getMutedUsers(tx, userId)).map(mutedUserObject);
  tx.emit({ type: 'muted_users', muted_users }, { users: [userId] });
}

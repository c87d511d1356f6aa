/** Devices on which a user has signed in. Only the user gets events. */
import type { Tx } from '../../core/log/index.ts';
import { apiError } from '../../lib/errors.ts';
import { deletePushTokens } from './tokens.ts';

/** Per user. Beyond it the oldest is deleted: an app that was removed never reports it. */
const mostDevices = 100;

/** @returns the id of the new device. */
export async function registerDevice(tx: Tx, userId: number): Promise<number> {
  const { id } = await tx.q
    .insertInto('client_device')
    .values({ org_id: tx.orgId, user_id: userId, created_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  tx.emit({ type: 'device', op: 'add', device_id: id }, { users: [userId] });
  const tooMany = await tx.q
    .selectFrom('client_device')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(mostDevices)
    .executeTakeFirst();
  if (tooMany) await removeDevice(tx, userId, tooMany.id);
  return id;
}

/** @throws ApiError for a missing device, or another user's */
export async function removeDevice(tx: Tx, userId: number, id: number): Promise<void> {
  const { numDeletedRows } = await tx.q
    .deleteFrom('client_device')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw apiError('devices.invalid-id');
  tx.emit({ type: 'device', op: 'remove', device_id: id }, { users: [userId] });
}

/** Deletes the devices of a deleted account, without events. */
export async function deleteUserDevices(tx: Tx, userId: number): Promise<void> {
  await tx.q.deleteFrom('client_device').where('user_id', '=', userId).execute();
  await deletePushTokens(tx, userId);
}

/** Devices on which a user has signed in. Only the user gets events. */
import type { Tx } from '../../core/log/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { Db } from '../../db/db.ts';
import type { PushTokenTable } from '../../db/schema/devices.ts';
import { isWellFormed } from '../../lib/text.ts';

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

// Push tokens of apps that do not register a device. A token identifies one app on one phone, so it has one owner.

/** Per user. Beyond it the one registered longest ago is deleted: an app that was removed never reports it. */
const mostTokens = 100;
const longestToken = 4096;

type TokenKind = PushTokenTable['kind'];

export interface GivenToken {
  kind: TokenKind;
  token: string;
  appId?: string;
}

/** Removes the token from a previous user of the phone who did not sign out. */
export async function addToken(tx: Tx, userId: number, { kind, token: given, appId }: GivenToken) {
  const token = checkedToken(kind, given);
  await tx.q
    .deleteFrom('push_token')
    .where('org_id', '=', tx.orgId)
    .where('kind', '=', kind)
    .where('token', '=', token)
    .execute();
  await tx.q
    .insertInto('push_token')
    .values({
      org_id: tx.orgId,
      user_id: userId,
      kind,
      token,
      app_id: appId ?? null,
      registered_at: tx.now,
    })
    .execute();
  await deleteOldest(tx, userId);
}

async function deleteOldest(tx: Tx, userId: number): Promise<void> {
  const tooMany = await tx.q
    .selectFrom('push_token')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(mostTokens)
    .executeTakeFirst();
  if (tooMany) await tx.q.deleteFrom('push_token').where('id', '=', tooMany.id).execute();
}

/** @throws ApiError for a token that is not registered, or is another user's */
export async function removeToken(tx: Tx, userId: number, { kind, token: given }: GivenToken) {
  const token = checkedToken(kind, given);
  const { numDeletedRows } = await tx.q
    .deleteFrom('push_token')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('token', '=', token)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw apiError('devices.no-such-token');
}

/** Whether the user has this token, of either kind. */
export async function hasToken({ q }: Db, userId: number, token: string): Promise<boolean> {
  const row = await q
    .selectFrom('push_token')
    .select('id')
    .where('user_id', '=', userId)
    .where('token', 'in', [token, token.toLowerCase()])
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePushTokens(tx: Tx, userId: number): Promise<void> {
  await tx.q.deleteFrom('push_token').where('user_id', '=', userId).execute();
}

/** @returns the stored form. Tokens of Apple are hexadecimal in either case, of any length. */
function checkedToken(kind: TokenKind, token: string): string {
  if (token === '' || token.length > longestToken) throw apiError('devices.token-length');
  if (kind === 'apns') {
    if (!/^(?:[0-9a-f]{2})+$/i.test(token)) throw apiError('devices.invalid-apns-token');
    return token.toLowerCase();
  }
  if (token.includes('\0') || !isWellFormed(token)) throw apiError('devices.invalid-token');
  return token;
}

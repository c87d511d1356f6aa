import type { ClientDevice } from '../../../../wire/devices.ts';
import type { Db } from '../../db/db.ts';
import { deviceObject } from './serialize.ts';

/** By id. */
export async function getDevices({ q }: Db, userId: number): Promise<Record<string, ClientDevice>> {
  const rows = await q
    .selectFrom('client_device')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.id, deviceObject(row)]));
}

/** Updates the push registration of a device; its owner gets an event for each change. */
import type { Updateable } from 'kysely';
import type { DeviceEvent } from '../../../../wire/devices.ts';
import type { Tx } from '../../core/log/index.ts';
import type { ClientDeviceTable } from '../../db/schema/devices.ts';
import { deviceObject, type DeviceRow } from './serialize.ts';

/** @returns `undefined` for a device that does not exist, or is another user's */
export function findDevice(tx: Tx, userId: number, id: number): Promise<DeviceRow | undefined> {
  return tx.q
    .selectFrom('client_device')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Emits the fields that changed. */
export async function updateDevice(
  tx: Tx,
  row: DeviceRow,
  change: Updateable<ClientDeviceTable>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  const updated = await tx.q
    .updateTable('client_device')
    .set(change)
    .where('org_id', '=', tx.orgId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const fields = changedFields(deviceObject(row), deviceObject(updated));
  if (Object.keys(fields).length === 0) return;
  tx.emit({ type: 'device', op: 'update', device_id: row.id, ...fields } satisfies Omit<DeviceEvent, 'id'>, {
    users: [row.user_id],
  });
}

function changedFields<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const unchanged = new Set(Object.entries(before).map(([name, value]) => JSON.stringify([name, value])));
  const changed: Partial<Fields> = { ...after };
  for (const entry of Object.entries(after))
    if (unchanged.has(JSON.stringify(entry))) Reflect.deleteProperty(changed, entry[0]);
  return changed;
}

/** Ends push notifications to all devices of a user until their apps register again. */
export async function endPushOfDevices(tx: Tx, userId: number): Promise<void> {
  const rows = await tx.q
    .selectFrom('client_device')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .where('push_key_id', 'is not', null)
    .orderBy('id')
    .execute();
  for (const row of rows) await updateDevice(tx, row, noPush);
}

const noPush = {
  push_key_id: null,
  push_key: null,
  token_kind: null,
  token_id: null,
  pending_token_id: null,
  token_updated_at: null,
  registration_error: null,
  app_token: null,
} satisfies Updateable<ClientDeviceTable>;

/** Changes of how a device is reached by push notifications. Each is an event to its owner. */
import type { Updateable } from 'kysely';
import type { DeviceEvent } from '../../../../wire/devices.ts';
import type { Tx } from '../../core/log/index.ts';
import type { ClientDeviceTable } from '../../db/schema/devices.ts';
import { deviceObject, type DeviceRow } from './serialize.ts';

type Fields = ReturnType<typeof deviceObject>;

/** Per user. `undefined` for a device that is not there, or someone else's. */
export function findDevice(tx: Tx, userId: number, id: number): Promise<DeviceRow | undefined> {
  return tx.q
    .selectFrom('client_device')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Clients get what is different afterwards. */
export async function updateDevice(
  tx: Tx,
  row: DeviceRow,
  change: Updateable<ClientDeviceTable>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.q
    .updateTable('client_device')
    .set(change)
    .where('org_id', '=', tx.orgId)
    .where('id', '=', row.id)
    .execute();
  const [before, after] = [deviceObject(row), deviceObject({ ...row, ...change } as DeviceRow)];
  const changed = (Object.keys(after) as (keyof Fields)[]).filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return;
  tx.emit(
    {
      type: 'device',
      op: 'update',
      device_id: row.id,
      ...(Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<Fields>),
    } satisfies Omit<DeviceEvent, 'id'>,
    { users: [row.user_id] },
  );
}

/** Nothing reaches the devices of a person until their apps register again. */
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

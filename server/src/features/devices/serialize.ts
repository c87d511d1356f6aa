import type { Selectable } from 'kysely';
import type { ClientDevice } from '../../../../wire/devices.ts';
import type { ClientDeviceTable } from '../../db/schema/devices.ts';

export type DeviceRow = Selectable<ClientDeviceTable>;

export const deviceObject = (row: DeviceRow): ClientDevice => ({
  push_key_id: row.push_key_id,
  push_token_id: row.token_id,
  pending_push_token_id: row.pending_token_id,
  push_token_last_updated_timestamp:
    row.token_updated_at === null ? null : Math.floor(row.token_updated_at / 1000),
  push_registration_error_code: row.registration_error,
});

/** Apps in which the person is signed in, by device ID. */
import type { ClientDevice } from '../../../../wire/devices.ts';
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { defineNoun } from '../base/noun.ts';
import { without } from '../base/objects.ts';

type Devices = Map<number, ClientDevice>;

/** A device that has only been registered. */
const unreached: ClientDevice = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

const devicesFromRegister = ({ devices = {} }: RegisterResponse): Devices =>
  new Map(Object.entries(devices).map(([id, device]) => [Number(id), device]));

function reduceDevices({ devices }: { devices: Devices }, event: EventOf<'device'>): void {
  const { device_id: id } = event;
  if (event.op === 'add') devices.set(id, unreached);
  else if (event.op === 'remove') devices.delete(id);
  else {
    const before = devices.get(id);
    if (before) devices.set(id, { ...before, ...without(event, ['id', 'type', 'op', 'device_id']) });
  }
}

export const devices = defineNoun({
  keys: ['device'],
  state: { devices: devicesFromRegister },
  reducers: { device: reduceDevices },
});

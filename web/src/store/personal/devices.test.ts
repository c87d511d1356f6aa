import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { after, start } from '../examples.ts';

const device = { type: 'device', device_id: 3 } as const;

describe('Devices', () => {
  it('Devices are created, updated and removed by events', () => {
    const state = after(start(), { ...device, op: 'add' });
    after(state, { ...device, op: 'update', push_key_id: 9, push_token_id: 'abc' });
    after(state, { ...device, op: 'update', push_token_id: null });
    assert.deepEqual(Object.fromEntries(state.devices), {
      3: {
        push_key_id: 9,
        push_token_id: null,
        pending_push_token_id: null,
        push_token_last_updated_timestamp: null,
        push_registration_error_code: null,
      },
    });
    assert.equal(after(state, { ...device, op: 'remove' }).devices.size, 0);
  });

  it('A device update does not create a removed device', () => {
    assert.equal(after(start(), { ...device, op: 'update', push_key_id: 9 }).devices.size, 0);
  });
});

import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
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

test('The store’s navigation views follow additions, changes and removals', () => {
  const view = { fragment: 'narrow/is/dm', is_pinned: true, name: 'Direct' };
  const state = after(
    start({ navigation_views: [{ fragment: 'inbox', is_pinned: false, name: null }] }),
    { type: 'navigation_view', op: 'add', navigation_view: view },
    { type: 'navigation_view', op: 'update', fragment: 'narrow/is/dm', data: { name: 'Private' } },
    { type: 'navigation_view', op: 'remove', fragment: 'inbox' },
  );
  assert.deepEqual([...state.navigationViews.values()], [{ ...view, name: 'Private' }]);
});

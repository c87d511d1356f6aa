import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

onBothEngines('The organization icon', (engine) => {
  test('The organization icon is served at the URL from before and after the sign-in', async (t) => {
    const world = await makeWorld(t, engine);
    const { json: settings } = await world.anonymous.get('/server_settings');
    const { json: state } = await world.as('gus').post('/register', { fetch_event_types: ['realm'] });
    for (const path of [settings.realm_icon, state.realm_icon_url]) {
      const response = await fetch(new URL(path, world.url));
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png'], path);
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.equal(bytes.subarray(1, 4).toString('latin1'), 'PNG');
      assert.equal(bytes.readUInt32BE(16), 128);
    }
  });
});

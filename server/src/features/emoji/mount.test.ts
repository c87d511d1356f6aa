import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

onBothEngines('The names of emoji', (engine) => {
  test('are found at the address that a registration gives, by code, without signing in', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world.as('dan').post('/register', { fetch_event_types: ['realm'] });
    const response = await fetch(json.server_emoji_data_url as string);
    assert.equal(response.status, 200);
    const { code_to_names: names } = (await response.json()) as { code_to_names: Record<string, string[]> };
    assert.equal(names['1f44d']?.[0], '+1');
    assert.ok(names['1f44d'].includes('thumbs_up'));
    const again = await fetch(json.server_emoji_data_url as string, {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    });
    assert.equal(again.status, 304);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBrowser } from '../../../../tests/support/clients/browser.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

onBothEngines('Keys of errors', (engine) => {
  test('Errors for the web client carry a key and values beside the English text', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = await getBrowser(world, 'dan');
    const group = { name: 'role:dyers', description: '', members: [] };
    const refused = await dan.post('/user_groups/create', group);
    assert.equal(refused.status, 400);
    assert.deepEqual(refused.json, {
      result: 'error',
      msg: "User group name cannot start with 'role:'.",
      code: 'BAD_REQUEST',
      error: { key: 'groups.name-prefix', values: { prefix: 'role:' } },
    });
    const blank = await dan.post('/saved_snippets', { title: ' ', content: 'x' });
    assert.deepEqual(blank.json.error, { key: 'snippets.title-empty', values: {} });
    const missing = await dan.get('/no/such/path');
    assert.deepEqual([missing.status, missing.json.error], [404, { key: 'requests.not-found', values: {} }]);
  });

  test('Errors for other clients carry no field besides those of the API', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await world.as('dan').post('/saved_snippets', { title: ' ', content: 'x' });
    assert.equal(status, 400);
    assert.deepEqual(json, { result: 'error', msg: 'Title cannot be empty.', code: 'BAD_REQUEST' });
    const missing = await world.as('dan').get('/messages');
    assert.equal('error' in missing.json, false);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

onBothEngines('Deactivating an organization', (engine) => {
  test('Owners deactivate an organization, whose people are then refused', async (t) => {
    const world = await makeWorld(t, engine);
    for (const who of ['ben', 'dan', 'gus'] as const)
      assert.equal((await world.as(who).post('/realm/deactivate')).status, 403, who);
    const delayed = await world.as('ada').post('/realm/deactivate', { deletion_delay_days: 30 });
    assert.equal(delayed.status, 400);
    assert.equal((await world.as('dan').get('/users/me')).status, 200);
    const { status, json } = await world.as('ada').post('/realm/deactivate', { deletion_delay_days: null });
    assert.equal(status, 200, json.msg);
    for (const who of ['ada', 'dan'] as const) {
      const refused = await world.as(who).get('/users/me');
      assert.deepEqual([refused.status, refused.json.code], [401, 'REALM_DEACTIVATED'], who);
    }
  });
});

onBothEngines('Testing the welcome message', (engine) => {
  test('An administrator gets the welcome message as a new person would', async (t) => {
    const world = await makeWorld(t, engine);
    const path = '/realm/test_welcome_bot_custom_message';
    const { json } = await world.as('ben').post(path, { welcome_message_custom_text: 'Ask **Ada** first.' });
    const { message } = (await world.as('ben').get(`/messages/${String(json.message_id)}`)).json;
    const { sender_full_name: sender, content } = message as { sender_full_name: string; content: string };
    assert.deepEqual([sender, content], ['Welcome Bot', '<p>Ask <strong>Ada</strong> first.</p>']);
    const refusals = [
      ['ben', ' ', 400, 'Message must not be empty'],
      ['ben', 'x'.repeat(8001), 400, 'welcome_message_custom_text is too long (limit: 8000 characters)'],
      ['dan', 'Hello', 403, 'Must be an organization administrator'],
    ] as const;
    for (const [who, text, status, msg] of refusals) {
      const refused = await world.as(who).post(path, { welcome_message_custom_text: text });
      assert.deepEqual([refused.status, refused.json.msg], [status, msg]);
    }
  });
});

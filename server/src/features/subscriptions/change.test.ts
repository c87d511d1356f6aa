import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { assertRefusal } from '../../../../tests/support/refusal.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const change = (world: World, who: Name, params: Record<string, unknown>) =>
  world.as(who).patch('/users/me/subscriptions', params);

async function getChannels(world: World, who: Name): Promise<string[]> {
  const { json } = await world.as(who).get('/users/me/subscriptions');
  return json.subscriptions.map(({ name }: { name: string }) => name).sort();
}

onBothEngines('PATCH /users/me/subscriptions', (engine) => {
  test('PATCH /users/me/subscriptions subscribes the caller to channels and unsubscribes from others', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await getChannels(world, 'eve');
    const { status, json } = await change(world, 'eve', {
      add: [{ name: 'lacemaking' }, { name: 'general' }],
      delete: ['general'],
    });
    assert.equal(status, 200, json.msg);
    const id = String(world.people.eve.id);
    assert.deepEqual(
      [json.subscribed, json.already_subscribed, json.removed, json.not_removed],
      [{ [id]: ['lacemaking'] }, { [id]: ['general'] }, ['general'], []],
    );
    const after = [...before.filter((name) => name !== 'general'), 'lacemaking'].sort();
    assert.deepEqual(await getChannels(world, 'eve'), after);
  });

  test('PATCH /users/me/subscriptions is atomic', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await getChannels(world, 'eve');
    const { status, json } = await change(world, 'eve', {
      add: [{ name: 'lacemaking' }],
      delete: ['no such'],
    });
    assert.deepEqual([status, json.code], [400, 'STREAM_DOES_NOT_EXIST']);
    assert.deepEqual(await getChannels(world, 'eve'), before);
  });

  test('PATCH /users/me/subscriptions requires a change, and refuses new subscriptions by guests', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await change(world, 'eve', {});
    assert.deepEqual(
      [status, json.code, json.msg],
      [400, 'BAD_REQUEST', 'Nothing to do. Specify at least one of "add" or "delete".'],
    );
    assert.equal((await change(world, 'gus', { add: [{ name: 'general' }] })).status, 400);
  });

  test('Too many subscriptions in one request are refused, and nothing is changed', async (t) => {
    const world = await makeWorld(t, engine);
    const eve = world.as('eve');
    const before = await getChannels(world, 'eve');
    const names = Array<string>(2001).fill('general');
    const added = names.map((name) => ({ name: `${name} x` }));
    const setting = { stream_id: world.channels.general, property: 'pin_to_top', value: true };
    const settings = { subscription_data: names.map(() => setting) };
    for (const refused of [
      change(world, 'eve', { add: added }),
      change(world, 'eve', { add: [{ name: 'lacemaking' }], delete: names }),
      eve.post('/users/me/subscriptions', { subscriptions: added }),
      eve.delete('/users/me/subscriptions', { subscriptions: names }),
      eve.post('/users/me/subscriptions/properties', settings),
    ])
      await assertRefusal(refused, 'At most 2000 subscriptions can be changed at once.');
    assert.deepEqual(await getChannels(world, 'eve'), before);
  });

  test('Too many subscriptions of people to channels in one request are refused, and nothing is changed', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada, ben } = world.people;
    const before = await getChannels(world, 'ben');
    const names = Array.from({ length: 2000 }, (_, i) => `loom ${i}`);
    const principals = Array.from({ length: 51 }, (_, i) => (i === 0 ? ada.id : ben.id));
    const as = world.as('ada');
    for (const refused of [
      as.post('/users/me/subscriptions', { subscriptions: names.map((name) => ({ name })), principals }),
      as.delete('/users/me/subscriptions', { subscriptions: names, principals }),
      as.post('/channels/create', { name: 'loom', subscribers: Array<number>(100_001).fill(ben.id) }),
    ])
      await assertRefusal(
        refused,
        'At most 100000 subscriptions can be changed at once: channels, times people. Send several requests.',
      );
    assert.deepEqual(await getChannels(world, 'ben'), before);
  });
});

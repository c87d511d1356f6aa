import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { regenerateApiKey } from './api-key.ts';

const regenerate = (world: World) => world.as('dan').post('/users/me/api_key/regenerate');

onBothEngines('Regenerating an API key', (engine) => {
  test('A new API key works immediately, and the old one does not', async (t) => {
    const world = await makeWorld(t, engine);
    const old = world.as('dan');
    const { status, json } = await regenerate(world);
    assert.equal(status, 200);
    assert.match(String(json.api_key), /^[A-Za-z0-9]{32}$/);
    const refused = await old.get('/users/me');
    assert.deepEqual([refused.status, refused.json.code], [401, 'INVALID_API_KEY']);
    const renewed = world.as({ ...world.people.dan, apiKey: String(json.api_key) });
    assert.equal((await renewed.get('/users/me')).json.user_id, world.people.dan.id);
  });

  test('A new API key is different each time and survives a restart', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const first = String((await regenerate(world)).json.api_key);
    world.people.dan.apiKey = first;
    const second = String((await regenerate(world)).json.api_key);
    assert.notEqual(first, second);
    await world.restart();
    assert.equal((await world.as('dan').get('/users/me')).status, 401);
    world.people.dan.apiKey = second;
    assert.equal((await world.as('dan').get('/users/me')).status, 200);
  });

  test('A new API key ends the event queues of the old one, long polls included', async (t) => {
    const world = await makeWorld(t, engine);
    const old = world.as('dan');
    const { json: queue } = await old.post('/register', { event_types: ['message'], fetch_event_types: [] });
    const { json: others } = await world.as('eve').post('/register', { fetch_event_types: [] });
    const asked = { queue_id: queue.queue_id as string, last_event_id: queue.last_event_id as number };
    const waiting = old.get('/events', asked);
    const { json } = await regenerate(world);
    const ended = await waiting;
    if (ended.status === 200)
      assert.deepEqual(
        (ended.json.events as { type: string }[]).map(({ type }) => type),
        ['heartbeat'],
      );
    else assert.equal(ended.status, 401);
    assert.equal((await old.get('/events', { ...asked, dont_block: true })).status, 401);
    world.people.dan.apiKey = String(json.api_key);
    const renewed = await world.as('dan').get('/events', { ...asked, dont_block: true });
    assert.deepEqual([renewed.status, renewed.json.code], [400, 'BAD_EVENT_QUEUE_ID']);
    const eves = { queue_id: others.queue_id as string, last_event_id: others.last_event_id as number };
    assert.equal((await world.as('eve').get('/events', { ...eves, dont_block: true })).status, 200);
  });

  test('A new API key keeps the old queues closed after a restart', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { json: queue } = await world.as('dan').post('/register', { fetch_event_types: [] });
    world.people.dan.apiKey = String((await regenerate(world)).json.api_key);
    await world.restart();
    const { status, json } = await world.as('dan').get('/events', {
      queue_id: queue.queue_id,
      last_event_id: queue.last_event_id,
      dont_block: true,
    });
    assert.deepEqual([status, json.code], [400, 'BAD_EVENT_QUEUE_ID']);
  });

  test('Of several requests for a new API key with the old one, one succeeds', async (t) => {
    const { app, orgId, people } = await makeWorld(t, engine);
    const cache = await app.organizations.cache(orgId);
    const user = cache.users.get(people.dan.id);
    assert.ok(user);
    const me = { id: user.id, orgId, user, cache };
    const results = await Promise.allSettled([1, 2, 3].map(() => regenerateApiKey(app, me)));
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected']);
  });

  test('A new API key can be requested by a bot for itself, but not without authentication', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    const { status, json } = await world.as(bot).post('/users/me/api_key/regenerate');
    assert.equal(status, 200);
    assert.equal((await world.as(bot).get('/users/me')).status, 401);
    const renewed = world.as({ ...bot, apiKey: String(json.api_key) });
    assert.equal((await renewed.get('/users/me')).json.user_id, bot.id);
    assert.equal((await world.as('dan').get(`/bots/${bot.id}/api_key`)).json.api_key, json.api_key);
    assert.equal((await world.anonymous.post('/users/me/api_key/regenerate')).status, 401);
  });
});

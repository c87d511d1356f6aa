import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hook, makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

interface Service {
  token: string;
  base_url: string;
}

async function tokenFor(world: World, who: Name, botId: number): Promise<string | undefined> {
  const { json } = await world.as(who).post('/register', { fetch_event_types: ['realm_bot'] });
  const bots = json.realm_bots as { user_id: number; services: Service[] }[];
  return bots.find(({ user_id }) => user_id === botId)?.services[0]?.token;
}

onBothEngines('Another owner of a bot', (engine) => {
  test('What the former owner knows of a bot’s credentials gives no access when it gets another owner', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', hook);
    const made = await world
      .as('dan')
      .post(`/heddle/bots/${bot.id}/api_keys`, { name: 'script', scopes: ['full'] });
    assert.equal(made.status, 200, made.json.msg);
    const named = world.as({ ...bot, apiKey: made.json.api_key as string });
    const queue = await world.as(bot).post('/register', {});
    const token = await tokenFor(world, 'dan', bot.id);
    assert.equal((await named.get('/users/me')).status, 200);

    const queues = await Promise.all(
      (['dan', 'eve', 'ben'] as const).map((who) => listen(world.as(who), { event_types: ['realm_bot'] })),
    );
    const changes = { bot_owner_id: world.people.eve.id, service_payload_url: 'https://example.com/hers' };
    const given = await world.as('ben').patch(`/bots/${bot.id}`, changes);
    assert.equal(given.status, 200, given.json.msg);

    for (const client of [world.as(bot), named]) assert.equal((await client.get('/users/me')).status, 401);
    const { json } = await world.as('eve').get(`/bots/${bot.id}/api_key`);
    const now = world.as({ ...bot, apiKey: json.api_key as string });
    assert.equal((await now.get('/users/me')).status, 200);
    const poll = await now.get('/events', { queue_id: queue.json.queue_id as string, last_event_id: -1 });
    assert.equal(poll.json.code, 'BAD_EVENT_QUEUE_ID');
    const keys = await world.as('eve').get(`/heddle/bots/${bot.id}/api_keys`);
    assert.equal((keys.json.api_keys as unknown[]).length, 1);

    const renewed = await tokenFor(world, 'eve', bot.id);
    assert.ok(renewed !== undefined && renewed !== token);
    assert.equal(await tokenFor(world, 'ben', bot.id), renewed);
    const [former = [], owner = [], administrator = []] = await Promise.all(
      queues.map((each) => each.received()),
    );
    assert.deepEqual(
      former.map(({ op }) => op),
      ['delete'],
    );
    for (const events of [owner, administrator]) {
      const services = events.flatMap(({ bot: of }) => (of as { services?: Service[] }).services ?? []);
      assert.deepEqual(services.at(-1), {
        base_url: changes.service_payload_url,
        token: renewed,
        interface: 1,
      });
      assert.ok(services.every((one) => one.token === renewed));
    }
    const { json: log } = await world.as('ada').get('/realm/audit_log', { action: 'bot.regenerate_api_key' });
    assert.equal((log.entries as unknown[]).length, 1);
  });

  test('A change of a bot that keeps its owner keeps its credentials', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', hook);
    const token = await tokenFor(world, 'dan', bot.id);
    const changes = { bot_owner_id: world.people.dan.id, full_name: 'The Spinner' };
    assert.equal((await world.as('ben').patch(`/bots/${bot.id}`, changes)).status, 200);
    const refused = await world.as('ben').patch(`/bots/${bot.id}`, { bot_owner_id: world.people.gus.id });
    assert.equal(refused.status, 400);
    assert.equal((await world.as(bot).get('/users/me')).status, 200);
    assert.equal(await tokenFor(world, 'dan', bot.id), token);
  });
});

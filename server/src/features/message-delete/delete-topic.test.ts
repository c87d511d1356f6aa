import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMembers, addOrganization, asPrincipal, setChannel } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listenAs, say } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { deleteTopic } from './delete-topic.ts';

const remove = (world: World, who: Name, channelId: number, params: Params) =>
  world.as(who).post(`/streams/${channelId}/delete_topic`, params);

async function sayMany(world: World, count: number, topic: string): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < count; i++) ids.push(await say(world, 'dan', 'general', topic, `number ${i}`));
  return ids;
}

async function remaining(world: World, channelId: number): Promise<number[]> {
  const rows = await world.app.db.read.q
    .selectFrom('message')
    .select('id')
    .where('channel_id', '=', channelId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

const listening = {
  event_types: ['delete_message', 'stream'],
  client_capabilities: { bulk_message_deletion: true, empty_topic_name: true },
};

onBothEngines('Deleting a topic', (engine) => {
  test('Deleting a topic requires an administrator; others get 403', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { general } = world.channels;
    const id = await say(world, 'gus', 'general', 'lunch');
    for (const who of ['cleo', 'dan', 'gus'] as const) {
      const { status, json } = await remove(world, who, general, { topic_name: 'lunch' });
      assert.equal(status, 403);
      assert.equal(json.code, 'UNAUTHORIZED_PRINCIPAL');
      assert.equal(json.msg, 'Must be an organization administrator');
    }
    assert.deepEqual(await remaining(world, general), [id]);
    for (const who of ['ada', 'ben'] as const) {
      const { status, json } = await remove(world, who, general, { topic_name: 'lunch' });
      assert.equal(status, 200);
      assert.deepEqual(json, { result: 'success', msg: '', complete: true });
      assert.deepEqual(await remaining(world, general), []);
    }
  });

  test('Deleting a topic deletes all of its messages, in any spelling of its name, and nothing else', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { general } = world.channels;
    await say(world, 'dan', 'general', 'Lunch');
    await say(world, 'eve', 'general', 'lunch');
    const other = await say(world, 'eve', 'general', 'dinner');
    const empty = await say(world, 'eve', 'general', '');
    assert.equal((await remove(world, 'ada', general, { topic_name: ' LUNCH ' })).json.complete, true);
    assert.deepEqual(await remaining(world, general), [other, empty]);
    const { json } = await world.as('dan').get(`/users/me/${general}/topics`);
    assert.deepEqual(json.topics, [
      { name: 'general chat', max_id: empty },
      { name: 'dinner', max_id: other },
    ]);
    await remove(world, 'ada', general, { topic_name: 'general chat' });
    assert.deepEqual(await remaining(world, general), [other], 'the name shown for the empty topic');
    const again = await say(world, 'eve', 'general', '');
    await remove(world, 'ada', general, { topic_name: '' });
    assert.deepEqual(await remaining(world, general), [other]);
    assert.ok(again > other);
  });

  test('Deleting a topic proceeds from the newest message in batches, each with an event of ascending IDs', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const ids = await sayMany(world, 5, 'lunch');
    const kept = await say(world, 'dan', 'general', 'dinner');
    const queue = await listenAs(world, 'eve', listening);
    const me = await asPrincipal(world, 'ada');
    assert.equal(await deleteTopic(world.app, me, general, 'lunch', { batch: 2, forMs: 50_000 }), true);
    const received = await queue.received();
    const common = { type: 'delete_message', message_type: 'stream', stream_id: general, topic: 'lunch' };
    assert.deepEqual(
      received.map(({ id: _, ...event }: { id: number }) => event),
      [
        { ...common, message_ids: ids.slice(3) },
        { ...common, message_ids: ids.slice(1, 3) },
        { ...common, message_ids: ids.slice(0, 1) },
        {
          type: 'stream',
          op: 'update',
          stream_id: general,
          name: 'general',
          property: 'first_message_id',
          value: kept,
        },
      ],
    );
    assert.equal(new Set(received.map((event) => event.id)).size, 4);
    const fresh = await listenAs(world, 'eve', { ...listening, client_capabilities: {} });
    const [first, second] = await sayMany(world, 2, 'again');
    await remove(world, 'ada', general, { topic_name: 'again' });
    assert.deepEqual(
      (await fresh.received()).map((event) => event.message_id),
      [first, second],
      'one event a message for clients that know no lists',
    );
  });

  test('Deleting a topic stops at its time limit with partial completion, and continues with the next request', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { general } = world.channels;
    const ids = await sayMany(world, 5, 'lunch');
    const me = await asPrincipal(world, 'ada');
    const pace = { batch: 2, forMs: 0 };
    assert.equal(await deleteTopic(world.app, me, general, 'lunch', pace), false);
    assert.deepEqual(await remaining(world, general), ids.slice(0, 3));
    assert.equal(await deleteTopic(world.app, me, general, 'lunch', pace), false);
    assert.deepEqual(await remaining(world, general), ids.slice(0, 1));
    const { json } = await remove(world, 'ada', general, { topic_name: 'lunch' });
    assert.equal(json.complete, true);
    assert.deepEqual(await remaining(world, general), []);
  });

  test('Deleting a topic stops when its author loses the administrator role', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { general } = world.channels;
    const ids = await sayMany(world, 1, 'lunch');
    const me = await asPrincipal(world, 'ben');
    await world.as('ada').patch(`/users/${world.people.ben.id}`, { role: 400 });
    await assert.rejects(deleteTopic(world.app, me, general, 'lunch'), {
      code: 'UNAUTHORIZED_PRINCIPAL',
    });
    assert.deepEqual(await remaining(world, general), ids);
  });

  test('Deleting a topic requires an active channel that the administrator can read', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const others = await addOrganization(world);
    const { vault, general } = world.channels;
    const secret = await say(world, 'dan', 'vault', 'keys');
    for (const channelId of [vault, others.channelId, 99_999]) {
      const { status, json } = await remove(world, 'ben', channelId, { topic_name: 'keys' });
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', 'Invalid channel ID']);
    }
    assert.deepEqual(await remaining(world, vault), [secret]);
    const id = await say(world, 'dan', 'general', 'lunch');
    await setChannel(world, general, { is_archived: 1 });
    const archived = await remove(world, 'ada', general, { topic_name: 'lunch' });
    assert.equal(archived.json.msg, 'Invalid channel ID');
    assert.deepEqual(await remaining(world, general), [id]);
  });

  test('Deleting a topic includes messages of a protected history that the administrator cannot read', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { vault } = world.channels;
    const before = await say(world, 'dan', 'vault', 'keys');
    const other = await say(world, 'dan', 'vault', 'locks');
    await addMembers(world, vault, [world.people.ben.id]);
    await say(world, 'dan', 'vault', 'keys');
    const ada = await listenAs(world, 'ada', listening);
    const ben = await listenAs(world, 'ben', listening);
    const { json } = await remove(world, 'ben', vault, { topic_name: 'keys' });
    assert.equal(json.complete, true);
    assert.deepEqual(await remaining(world, vault), [other]);
    const topics = await world.as('dan').get(`/users/me/${vault}/topics`);
    assert.deepEqual(topics.json.topics, [{ name: 'locks', max_id: other }]);
    const receivedIds = async (queue: typeof ada) =>
      (await queue.received()).flatMap((event: { message_ids?: number[] }) => event.message_ids ?? []);
    assert.ok((await receivedIds(ada)).includes(before));
    assert.ok(
      !(await receivedIds(ben)).includes(before),
      'nobody is notified of messages that were not for them',
    );
  });

  test('Deleting a topic requires a topic name and reports ignored parameters', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const missing = await remove(world, 'ada', general, {});
    assert.equal(missing.json.code, 'REQUEST_VARIABLE_MISSING');
    const { json } = await remove(world, 'ada', general, { topic_name: 'nothing there', fast: true });
    assert.deepEqual(json.ignored_parameters_unsupported, ['fast']);
    assert.equal(json.complete, true);
    assert.equal((await world.as('ada').post('/streams/x/delete_topic', { topic_name: 'a' })).status, 404);
    assert.equal((await world.anonymous.post(`/streams/${general}/delete_topic`)).status, 401);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { countActivity } from './activity.ts';

const day = 24 * 3600_000;

/** The general channel has this age, and a message of each of these; then it is counted, as for the first time that day. */
async function count(world: World, age: number, messages: readonly number[] = []): Promise<void> {
  const ids: number[] = [];
  while (ids.length < messages.length) ids.push(await say(world, 'dan', 'general', 't'));
  await world.app.db.write(world.orgId, 'system', async (tx) => {
    for (const [at, id] of ids.entries())
      await tx.q
        .updateTable('message')
        .set({ sent_at: tx.now - (messages[at] ?? 0) * day })
        .where('id', '=', id)
        .execute();
    await tx.q
      .updateTable('channel')
      .set({ created_at: tx.now - age * day, counted_at: 0 })
      .where('id', '=', world.channels.general)
      .execute();
    await tx.touch({ channels: [world.channels.general] });
  });
  let hasMore = true;
  while (hasMore) hasMore = await world.app.db.write(world.orgId, 'system', countActivity);
}

async function shown(world: World): Promise<{ traffic: unknown; isActive: unknown }> {
  const { stream } = (await world.as('dan').get(`/streams/${world.channels.general}`)).json;
  return { traffic: stream.stream_weekly_traffic, isActive: stream.is_recently_active };
}

onBothEngines('Weekly traffic', (engine) => {
  test('The weekly traffic of a channel is the average of the last four weeks', async (t) => {
    const world = await makeWorld(t, engine);
    await count(world, 100, [40, 29, 27, 20, 20, 10, 3, 1]);
    assert.deepEqual(await shown(world), { traffic: 2, isActive: true });
  });

  test('The weekly traffic of a channel is unaffected by an import into another channel', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    for (let i = 0; i < 5; i++) await say(world, 'dan', 'general', 't');
    const imported: number[] = [];
    for (let i = 0; i < 12; i++) imported.push(await say(world, 'eve', 'lounge', 't'));
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      for (const id of imported)
        await tx.q.updateTable('message').set({ sent_at: 1_000 }).where('id', '=', id).execute();
    });
    await count(world, 14, [1]);
    assert.equal((await shown(world)).traffic, 3);
  });

  test('The weekly traffic of a young channel is scaled to its age, and absent in its first week', async (t) => {
    const world = await makeWorld(t, engine);
    await count(world, 6.9, [6, 5, 4, 3, 2, 1]);
    assert.deepEqual(await shown(world), { traffic: null, isActive: true });
    await count(world, 14);
    assert.deepEqual(await shown(world), { traffic: 3, isActive: true });
  });

  test('The weekly traffic of a channel rounds up to one, and is zero without messages', async (t) => {
    const world = await makeWorld(t, engine);
    await count(world, 100);
    assert.equal((await shown(world)).traffic, 0);
    await count(world, 100, [2]);
    assert.equal((await shown(world)).traffic, 1);
  });

  test('A channel is no longer active after half a year without messages, and active again with the next one', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await count(world, 300, [179]);
    assert.equal((await shown(world)).isActive, true);
    await count(world, 300, []);
    const dan = await listen(world.as('dan'));
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q
        .updateTable('message')
        .set({ sent_at: tx.now - 181 * day })
        .execute(),
    );
    await count(world, 300);
    assert.equal((await shown(world)).isActive, false);
    const notified = (await dan.received()).map(({ type, op, property, value }) => [
      type,
      op,
      property,
      value,
    ]);
    assert.deepEqual(notified, [['stream', 'update', 'is_recently_active', false]]);
    await say(world, 'eve', 'general', 't');
    assert.equal((await shown(world)).isActive, true);
  });

  test('A change of a channel’s weekly traffic emits one event to those who see the channel', async (t) => {
    const world = await makeWorld(t, engine);
    const gus = await listen(world.as('gus'));
    await count(world, 100, [20, 10, 5, 1]);
    await count(world, 100);
    const notified = (await gus.received()).filter(({ type }) => type === 'stream');
    assert.deepEqual(
      notified.map(({ property, value, stream_id: id }) => [property, value, id]),
      [
        ['first_message_id', notified[0]?.value, world.channels.general],
        ['stream_weekly_traffic', 1, world.channels.general],
      ],
    );
  });

  test('The weekly traffic of a channel is updated once a day', async (t) => {
    const world = await makeWorld(t, engine);
    await count(world, 100);
    await say(world, 'dan', 'general', 't');
    assert.equal(await world.app.db.write(world.orgId, 'system', countActivity), false);
    assert.equal((await shown(world)).traffic, 0);
  });
});

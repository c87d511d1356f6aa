import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { getContents, openQueue } from '../../../../tests/support/queue.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type World } from '../../../../tests/support/world.ts';

async function chatter(world: World, mark: string): Promise<void> {
  await say(world, 'dan', 'general', 'lunch', `${mark}: @**all** soup`);
  await say(world, 'cleo', 'design', 'plan', `${mark}: @**Dan Ito** look`);
  await say(world, 'ada', 'vault', 'keys', `${mark}: under the mat`);
  await sendDirect(world, 'eve', ['gus', 'ben'], `${mark}: *psst*`);
}

onBothEngines('After a restart', (engine) => {
  test('After a restart every queue has exactly the unacknowledged events', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queues = await Promise.all(
      names.map((name, i) => openQueue(world, name, { apply_markdown: i % 2 === 0, event_types: null })),
    );
    await chatter(world, 'one');
    const confirmed: number[] = [];
    for (const queue of queues) {
      const first = (await queue.after(queue.start))[0]?.id ?? queue.start;
      await queue.after(first);
      confirmed.push(first);
    }
    await chatter(world, 'two');
    const texts = () => Promise.all(queues.map((queue, i) => queue.textAfter(confirmed[i] ?? 0)));
    const before = await texts();
    await world.restart();
    assert.deepEqual(await texts(), before);
    await world.restart();
    assert.deepEqual(await texts(), before);
  });

  test('After a restart event IDs continue without gaps and duplicates', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve');
    let last = queue.start;
    const contents: string[] = [];
    for (let round = 0; round < 4; round++) {
      await say(world, 'dan', 'general', 'count', `${round}`);
      if (round % 2 === 0) await world.restart();
      for (const event of await queue.after(last)) {
        assert.ok(event.id > last);
        last = event.id;
        contents.push(...getContents([event]));
      }
    }
    assert.deepEqual(contents, ['0', '1', '2', '3']);
  });

  test('After a restart a queue woken by concurrent polls misses and repeats nothing', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve');
    const said = Array.from({ length: 60 }, (_, i) => `${i}`);
    for (const content of said.slice(0, 20)) await say(world, 'dan', 'general', 'count', content);
    await world.restart();
    const talking = Promise.all(
      said.slice(20, 40).map((content) => say(world, 'dan', 'general', 'count', content)),
    );
    const polls = Promise.all(Array.from({ length: 6 }, () => queue.after(queue.start)));
    const keeping = world.app.keeper.round(Date.now());
    for (const events of await polls) {
      assert.deepEqual(getContents(events).slice(0, 20), said.slice(0, 20));
      const ids = events.map((event) => event.id);
      assert.deepEqual(
        ids,
        [...new Set(ids)].sort((a, b) => a - b),
      );
    }
    await keeping;
    const ids = await talking;
    await world.restart();
    for (const content of said.slice(40)) await say(world, 'dan', 'general', 'count', content);
    const events = await queue.after(queue.start);
    assert.deepEqual(
      events.map((event) => (event.message as { id: number }).id).slice(20, 40),
      [...ids].sort((a, b) => a - b),
    );
    assert.deepEqual(getContents(events).slice(40), said.slice(40));
    assert.equal(events.length, said.length);
  });

  test('After a restart an earlier message is still recognized by its local ID', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve');
    const send = () =>
      world.as('eve').post('/messages', {
        type: 'channel',
        to: world.channels.general,
        topic: 'lunch',
        content: 'soup',
        queue_id: queue.id,
        local_id: '17.01',
      });
    const { id } = (await send()).json;
    await world.restart();
    assert.equal((await send()).json.id, id);
    const [event, ...others] = await queue.after(queue.start);
    assert.equal(event?.local_message_id, '17.01');
    assert.deepEqual(others, []);
  });
});

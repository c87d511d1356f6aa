import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines, onEngine } from '../../../../tests/support/engines.ts';
import { getContents, openQueue, type TestQueue } from '../../../../tests/support/queue.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type World } from '../../../../tests/support/world.ts';
import { makeNodes } from '../../../../tests/support/nodes.ts';
import { copyStorage } from '../../../../tests/support/faults/put-back.ts';
import { until } from '../../../../tests/support/until.ts';

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

const lastIn = async (queue: TestQueue, after = queue.start): Promise<number> =>
  (await queue.after(after)).at(-1)?.id ?? after;

async function sayAll(world: World, words: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const word of words) ids.push(await say(world, 'dan', 'general', 'count', word));
  return ids;
}

async function makeChannel(world: World, name: string): Promise<number> {
  const { status, json } = await world.as('ada').post('/channels/create', { name, subscribers: [] });
  assert.equal(status, 200, json.msg);
  return json.id as number;
}

/** A client with this position has to register again. */
async function assertRegistersAgain(queue: TestQueue, position: number): Promise<void> {
  const { status, json } = await queue.poll(position);
  assert.deepEqual([status, json.code, json.queue_id], [400, 'BAD_EVENT_QUEUE_ID', queue.id]);
}

onBothEngines('A storage that was put back', (engine) => {
  test('A client that saw what is lost registers again, and others miss nothing, however much was stored since', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const [eve, ben] = [await openQueue(world, 'eve'), await openQueue(world, 'ben')];
    await sayAll(world, ['kept']);
    const kept = await lastIn(ben);
    let putBack: Awaited<ReturnType<typeof copyStorage>> | undefined;
    // A copy after a clean stop does not know that anything follows.
    await world.restart(async (place) => void (putBack = await copyStorage(place)));
    assert.equal(await lastIn(eve), kept);
    const lost = await sayAll(world, ['a', 'b', 'c']);
    const positions = (await eve.after(kept)).map(({ id }) => id);
    const channel = await makeChannel(world, 'lost');
    await world.restart();
    lost.push(...(await sayAll(world, ['d'])));
    positions.push(await lastIn(eve, positions.at(-1)));
    await world.restart((place) => putBack?.(place) ?? Promise.resolve());
    for (const position of positions) await assertRegistersAgain(eve, position);
    const words = Array.from({ length: 12 }, (_, i) => `${i}`);
    const ids = await sayAll(world, words);
    for (const position of positions) await assertRegistersAgain(eve, position);
    const events = await ben.after(kept);
    assert.deepEqual(getContents(events), words);
    assert.ok(Math.min(...ids) > Math.max(...lost));
    assert.ok(Math.min(...events.map(({ id }) => id)) > Math.max(...positions));
    assert.ok((await makeChannel(world, 'new')) > channel);
    const again = await openQueue(world, 'eve');
    await sayAll(world, ['after']);
    assert.deepEqual(getContents(await again.after(again.start)), ['after']);
  });

  test('A position that the log does not have is that of no queue', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'eve');
    await assertRegistersAgain(queue, queue.start + 1000);
    assert.equal((await queue.poll(-5)).json.code, 'BAD_REQUEST');
    assert.deepEqual(await queue.after(queue.start), []);
  });
});

onEngine('postgres', 'A database that goes back under running nodes', () => {
  test('Clients of each node that saw what is lost register again, and others miss nothing', async (t) => {
    const nodes = await makeNodes(t);
    const [a, b] = nodes;
    const queues = [
      { node: a, seeing: await openQueue(a, 'eve'), behind: await openQueue(a, 'ben') },
      { node: b, seeing: await openQueue(b, 'eve'), behind: await openQueue(b, 'ben') },
    ];
    await sayAll(a, ['kept']);
    const putBack = await copyStorage({ dataDir: '', databaseUrl: a.app.config.databaseUrl });
    const lost = await sayAll(a, ['x', 'y', 'z']);
    const positions: number[] = [];
    for (const { node, seeing } of queues) {
      await node.app.peers.catchUp(node.orgId);
      positions.push(await lastIn(seeing));
    }
    await putBack({ dataDir: '', databaseUrl: undefined });
    await until('both nodes write again', async () => {
      const made = await Promise.all(
        nodes.map((node) => node.as('ada').post('/register', { event_types: [] })),
      );
      return made.every(({ status }) => status === 200);
    });
    const words = ['1', '2', '3', '4', '5'];
    const ids = await sayAll(b, words);
    assert.ok(Math.min(...ids) > Math.max(...lost));
    for (const [i, { node, seeing, behind }] of queues.entries()) {
      await node.app.peers.catchUp(node.orgId);
      await assertRegistersAgain(seeing, positions[i] ?? 0);
      assert.deepEqual(getContents(await behind.after(behind.start)), ['kept', ...words]);
    }
  });
});

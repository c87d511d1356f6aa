import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines, onEngine } from '../../../../tests/support/engines.ts';
import { makeNodes } from '../../../../tests/support/nodes.ts';
import { copyStorage } from '../../../../tests/support/faults/put-back.ts';
import { getContents, openQueue, type TestQueue } from '../../../../tests/support/queue.ts';
import { say } from '../../../../tests/support/talk.ts';
import { until } from '../../../../tests/support/until.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

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

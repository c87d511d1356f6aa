import assert from 'node:assert/strict';
import pg from 'pg';
import { test, type TestContext } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { insertMessage, makeStage } from '../../../../tests/support/fixtures/writer-stage.ts';
import { sharedFiles } from '../../../../tests/support/nodes.ts';
import { sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { takeIds } from '../../db/bulk.ts';
import { apiError } from '../../lib/errors.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import { findTopic, noteInTopic } from '../messages/index.ts';
import type { Tx } from './tx.ts';
import { type PendingWrite, WriteQueue } from './write-queue.ts';

const note =
  (world: World, topic: string, messageId: number, name = topic) =>
  (tx: Tx) =>
    noteInTopic(tx, world.channels.general, name, messageId);

const write = <T>(world: World, action: (tx: Tx) => Promise<T>) =>
  world.app.db.write(world.orgId, 'system', action);

const newest = async (world: World, topic: string): Promise<number | undefined> =>
  (await findTopic(world.app.db.read, world.channels.general, topic))?.last_message_id;

onBothEngines('Rows that groups of writes add', (engine) => {
  test('A row added by an action that fails is not stored, and those of the others of its group are', async (t) => {
    const world = await makeWorld(t, engine);
    const results = await Promise.allSettled([
      write(world, note(world, 'warp', 901)),
      write(world, async (tx) => {
        await note(world, 'warp', 902)(tx);
        await note(world, 'weft', 902)(tx);
        throw apiError('parameters.invalid', { complaint: 'no' });
      }),
      write(world, note(world, 'selvedge', 903)),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    const stored = await Promise.all(['warp', 'weft', 'selvedge'].map((topic) => newest(world, topic)));
    assert.deepEqual(stored, [901, undefined, 903]);
  });

  test('An action that fails after a statement rolls back no rows of other actions', async (t) => {
    const world = await makeWorld(t, engine);
    const general = world.channels.general;
    const results = await Promise.allSettled([
      write(world, note(world, 'warp', 901)),
      write(world, async (tx) => {
        await note(world, 'warp', 902)(tx);
        assert.equal((await findTopic(tx, general, 'warp'))?.last_message_id, 902, 'it sees its own row');
        await tx.q.updateTable('topic').set({ name: 'x' }).where('channel_id', '=', general).execute();
        throw new Error('no');
      }),
      write(world, async (tx) => (await findTopic(tx, general, 'warp'))?.name),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.equal((results[2] as PromiseFulfilledResult<unknown>).value, 'warp');
    assert.equal(await newest(world, 'warp'), 901);
  });

  test('The last row with a key is stored, whether earlier ones were stored before or in the same group', async (t) => {
    const world = await makeWorld(t, engine);
    await write(world, note(world, 'warp', 900));
    await Promise.all([901, 902, 903].map((id) => write(world, note(world, 'warp', id))));
    assert.equal(await newest(world, 'warp'), 903);
  });

  test('A write whose row the database refuses is not acknowledged, and later writes are', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const refused = await Promise.allSettled([
      write(world, (tx) => noteInTopic(tx, world.channels.general, 'warp', null as never)),
    ]);
    assert.equal(refused[0].status, 'rejected');
    assert.equal(await newest(world, 'warp'), undefined);
    assert.ok((await sendDirect(world, 'ada', ['dan'])) > 0);
  });

  test('Ids of messages grow in the order of their acknowledgement within a group and across groups', async (t) => {
    const world = await makeWorld(t, engine);
    const ids: number[] = [];
    for (const size of [5, 1, 3]) {
      const sends = Array.from({ length: size }, () => sendDirect(world, 'ada', ['dan']));
      const failing = write(world, () => Promise.reject(new Error('no'))).catch(() => undefined);
      ids.push(...(await Promise.all(sends)).sort((a, b) => a - b));
      await failing;
    }
    assert.equal(new Set(ids).size, 9);
    assert.deepEqual(
      ids,
      [...ids].sort((a, b) => a - b),
    );
  });
});

/**
 * How often the writer of this server waited for its database: what is sent before the first response shares a round trip.
 * @param note Called with the text of each statement.
 */
function countRoundTrips(
  t: TestContext,
  { app }: World,
  note: (text: string) => void = () => undefined,
): () => number {
  const database = new URL(app.config.databaseUrl ?? '').pathname.slice(1);
  let [waitingFor, roundTrips] = [0, 0];
  const original = Reflect.get(pg.Client.prototype, 'query') as (...given: unknown[]) => Promise<unknown>;
  t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
    const response = Reflect.apply(original, this, given);
    if (!this.pipeline || this.database !== database) return response;
    note((given[0] as { text: string }).text);
    if (waitingFor++ === 0) roundTrips++;
    return response.finally(() => waitingFor--);
  });
  return () => roundTrips;
}

/** What it writes may share a group with what is counted, or come between. */
async function stopBackgroundWork({ app, orgId }: World): Promise<void> {
  for (const part of [app.jobs, app.keeper, ...app.workers]) await part.stop?.();
  // What is being written comes before this.
  await app.db.write(orgId, 'system', () => Promise.resolve());
}

const sendTo = (world: World) => () =>
  world
    .as('dan')
    .post('/messages', { type: 'channel', to: world.channels.general, topic: 'warp', content: 'hello' });

/** What a group of sends does where this process owns the database, and where other nodes may write to it but did not. */
const costs = [
  { config: {}, statements: 1, mostWaits: 1 },
  // A group that is larger than the one before lacks ids for its messages, and takes them with the lock.
  { config: sharedFiles, statements: 5, mostWaits: 2 },
];

test('A group of sends on PostgreSQL takes the same few statements and round trips whatever its size', async (t) => {
  for (const { config, ...cost } of costs) {
    const world = await makeWorld(t, 'postgres', { alone: true, config });
    const send = sendTo(world);
    for (let i = 0; i < 3; i++) await send();
    await stopBackgroundWork(world);
    // Takes ids for messages.
    await send();
    await send();
    // Where requests come slower than groups are stored, nothing gathers: they are sent again.
    for (let size = 1, isDone = false; !isDone;) {
      const statements: string[] = [];
      const roundTrips = countRoundTrips(t, world, (text) => statements.push(text));
      const responses = await Promise.all(Array.from({ length: size }, send));
      assert.ok(responses.every(({ status }) => status === 200));
      t.mock.restoreAll();
      const inserts = statements.filter((text) => text.includes('INSERT INTO message '));
      const groups = inserts.length;
      assert.ok(groups >= 1 && groups <= size, `${groups} groups`);
      for (const table of ['topic', 'event_log'])
        assert.ok(inserts.every((text) => text.includes(`INSERT INTO ${table} `)));
      assert.equal(statements.length, cost.statements * groups);
      const most = size === 1 ? 1 : cost.mostWaits * groups;
      assert.ok(roundTrips() >= groups && roundTrips() <= most, `${roundTrips()} for ${groups} groups`);
      isDone = size > groups;
      size = 40;
    }
  }
});

test('Writes without messages, and those that fail, leave no gap between the ids of messages', async (t) => {
  const world = await makeWorld(t, 'postgres', { alone: true });
  const send = sendTo(world);
  const ids: number[] = [(await send()).json.id];
  await world.as('dan').post('/messages/flags', { messages: ids, op: 'add', flag: 'starred' });
  ids.push((await send()).json.id);
  await assert.rejects(write(world, () => Promise.reject(new Error('no'))));
  ids.push((await send()).json.id);
  assert.deepEqual(
    ids,
    ids.map((_, i) => (ids[0] ?? 0) + i),
  );
});

test('Ids of messages grow in the order of their acknowledgement after others were given out by the database', async (t) => {
  const world = await makeWorld(t, 'postgres', { alone: true });
  const send = sendTo(world);
  const ids: number[] = [(await send()).json.id];
  for (let i = 0; i < 3; i++) {
    const taken = await write(world, (tx) => takeIds(tx, 'message', 1));
    ids.push(...taken, (await send()).json.id, (await send()).json.id);
  }
  assert.deepEqual(
    ids,
    [...ids].sort((a, b) => a - b),
  );
});

test('A transaction that does not begin stops writes until it is known what its first statement has stored', async (t) => {
  let begins = true;
  const { writer, orgId, health } = await makeStage(t, 'postgres', (sql) => {
    if (sql === 'BEGIN' && !begins) throw new StorageFault('busy');
  });
  const send = () => writer.write(orgId, 'system', (tx) => insertMessage(tx, 'warp'), { messages: 1 });
  await send();
  begins = false;
  await assert.rejects(send(), { kind: 'io_error' });
  assert.equal(health.fault?.kind, 'io_error');
});

const pending: PendingWrite = {
  me: 'system',
  needs: {},
  deferrals: 0,
  isRejected: false,
  isAlone: false,
  request: undefined,
  action: () => Promise.resolve(),
  resolve: () => undefined,
  reject: () => undefined,
};

test('The queue of writes is full at a bound, and takes writes again once some of them are written', () => {
  const queue = new WriteQueue();
  let count = 0;
  for (; !queue.isFull && count < 100_000; count++) queue.push((count % 3) + 1, { ...pending });
  assert.equal(count, 10_000);
  const group = queue.takeGroup();
  assert.equal(queue.isFull, false);
  for (const part of group) queue.putBack(part);
  assert.equal(queue.isFull, true);
});

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { onEngine } from '../../../../tests/support/engines.ts';
import { addOrganization, deafNodes, makeNodes, untilHinted } from '../../../../tests/support/nodes.ts';
import { getContents, openQueue } from '../../../../tests/support/queue.ts';
import { say } from '../../../../tests/support/talk.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { until } from '../../../../tests/support/until.ts';
import type { World } from '../../../../tests/support/world.ts';

/** A send to an organization, as the writer sees it: the position of its event, and the transaction that it was stored in. */
const send = ({ app }: World, orgId: number) =>
  app.db.write(
    orgId,
    'system',
    async (tx) => {
      tx.emit({ type: 'realm', op: 'update', property: 'name', value: 'Weavers' }, { everyone: true });
      const [row] = await tx.connection.query('SELECT txid_current() AS transaction', []);
      return { position: tx.position, transaction: Number(row?.transaction) };
    },
    { messages: 1 },
  );

interface Lock {
  /** Resolves when the node waits for it. */
  untilAwaited(): Promise<void>;
  /** Ends the statement that waits. */
  cancel(): Promise<unknown>;
  release(): Promise<unknown>;
}

/** @returns the number of the database's process that serves the writer of a node */
const querySession = ({ db }: World['app']): Promise<number> =>
  db.write(0, 'system', async ({ connection }) => {
    const [row] = await connection.query('SELECT pg_backend_pid() AS pid', []);
    return Number(row?.pid);
  });

/** What it writes would take locks, and come between what a test writes. */
async function stopBackgroundWork({ app }: World): Promise<void> {
  for (const part of [app.jobs, app.keeper, ...app.workers]) await part.stop?.();
}

/** What the writer of a node sends to the database. */
async function noteStatements(t: TestContext, { app }: World): Promise<string[]> {
  const pid = await querySession(app);
  const statements: string[] = [];
  const query = Reflect.get(pg.Client.prototype, 'query') as (...given: unknown[]) => Promise<unknown>;
  t.mock.method(
    pg.Client.prototype,
    'query',
    function (this: pg.Client & { processID?: number }, ...given: unknown[]) {
      if (this.processID === pid) statements.push((given[0] as { text: string }).text);
      return Reflect.apply(query, this, given);
    },
  );
  return statements;
}

/** Held as another node would, for as long as a test wants. */
async function holdLock(t: TestContext, { app, ...world }: World, orgId = world.orgId): Promise<Lock> {
  const pid = await querySession(app);
  const holder = new pg.Client({ connectionString: app.config.databaseUrl });
  await holder.connect();
  undoAfter(t, () => holder.end());
  await holder.query('BEGIN');
  await holder.query('SELECT id FROM organization WHERE id = $1 FOR UPDATE', [orgId]);
  return {
    untilAwaited: () =>
      until('the node waits for the lock', async () => {
        const { rows } = await holder.query('SELECT 1 WHERE pg_backend_pid() = ANY (pg_blocking_pids($1))', [
          pid,
        ]);
        return rows.length > 0;
      }),
    cancel: () => holder.query('SELECT pg_cancel_backend($1)', [pid]),
    release: () => holder.query('ROLLBACK'),
  };
}

async function makeStage(t: TestContext): Promise<{ a: World; b: World; others: [number, number] }> {
  const [a, b] = await makeNodes(t);
  const others: [number, number] = [await addOrganization(a, 'spinners'), await addOrganization(a, 'dyers')];
  await b.app.organizations.refresh();
  for (const { app } of [a, b]) for (const orgId of others) await app.organizations.cache(orgId);
  await untilHinted(a, b);
  await untilHinted(b, a);
  return { a, b, others };
}

onEngine('postgres', 'Locks of organizations that nodes share', () => {
  test('A wait for the lock of one organization delays no events of others, and fails alone', async (t) => {
    const { a, b, others } = await makeStage(t);
    const [other] = others;
    const lock = await holdLock(t, b);
    const locked = send(b, b.orgId);
    const refused = assert.rejects(locked, { kind: 'busy' });
    const sends: Promise<unknown>[] = [];
    const traffic = (async () => {
      // More than a group makes way for.
      for (let i = 0; i < 8; i++) {
        sends.push(send(b, other));
        await sends.at(-1);
      }
    })();
    await lock.untilAwaited();
    const { position } = await send(a, other);
    await until('the event arrives', () => Promise.resolve(b.app.hub.position(other) >= position));
    await lock.cancel();
    await refused;
    await traffic;
    assert.equal(sends.length, 8);
    await lock.release();
    assert.ok((await send(b, b.orgId)).position > 0);
  });

  test('Sends to other organizations that come during a wait for a lock share the transaction that follows', async (t) => {
    const { a, b, others } = await makeStage(t);
    const lock = await holdLock(t, b);
    const sends = [send(b, b.orgId)];
    await lock.untilAwaited();
    sends.push(...others.map((orgId) => send(b, orgId)), send(b, b.orgId));
    await lock.release();
    const sent = await Promise.all(sends);
    assert.equal(new Set(sent.map(({ transaction }) => transaction)).size, 1);
    for (const orgId of [a.orgId, ...others]) {
      const last = await send(a, orgId);
      await b.app.peers.catchUp(orgId);
      assert.equal(b.app.hub.position(orgId), last.position);
    }
  });

  test('Sends to organizations whose locks other nodes have wait for one, without beginning again, and delay no events of the rest', async (t) => {
    const { a, b, others } = await makeStage(t);
    const [other] = others;
    for (const node of [a, b]) await stopBackgroundWork(node);
    const locks = [await holdLock(t, b), await holdLock(t, b, other)] as const;
    const statements = await noteStatements(t, b);
    const sends = [send(b, b.orgId), send(b, other)];
    await locks[0].untilAwaited();
    await locks[1].release();
    const { position, transaction } = await send(a, other);
    await until('the event arrives', () => Promise.resolve(b.app.hub.position(other) >= position));
    await locks[0].release();
    const sent = await Promise.all(sends);
    assert.equal(new Set(sent.map((one) => one.transaction)).size, 1);
    assert.ok((sent[1]?.transaction ?? 0) > transaction);
    assert.equal(sent[1]?.position, position + 1);
    assert.deepEqual(
      statements.filter((text) => text === 'BEGIN' || text === 'ROLLBACK'),
      ['BEGIN'],
    );
  });

  test('A node that does not know that another has written still sends in one order with it', async (t) => {
    const [a, b] = await makeNodes(t, deafNodes);
    for (const { app } of [a, b]) t.mock.method(app.organizations, 'loaded', () => Promise.resolve([]));
    const queue = await openQueue(b, 'dan', { event_types: ['message'] });
    // A node that has written several times in a row presumes that no other one does.
    const order = [a, a, a, a, a, a, b, a, b, b, b, b, b, b, a, b, a];
    const ids: number[] = [];
    for (const [i, node] of order.entries()) ids.push(await say(node, 'ada', 'general', 'weft', String(i)));
    assert.deepEqual(
      ids,
      ids.toSorted((one, two) => one - two),
    );
    await b.app.peers.catchUp(b.orgId);
    const events = await queue.after(queue.start);
    assert.deepEqual(
      getContents(events),
      order.map((_, i) => String(i)),
    );
  });

  test('A send is not refused for what another node has changed since, whether this node knows of it or not', async (t) => {
    const [a, b] = await makeNodes(t, deafNodes);
    for (const { app } of [a, b]) t.mock.method(app.organizations, 'loaded', () => Promise.resolve([]));
    for (const name of ['tapestry', 'selvedge']) {
      for (let i = 0; i < 6; i++) await send(a, a.orgId);
      assert.equal((await b.as('ada').patch('/realm', { name })).status, 200);
      const seen = a.app.db.write(
        a.orgId,
        'system',
        async (tx) => {
          const { name: known } = tx.cache.organization;
          if (known !== name) throw new Error(`It is ${known} here.`);
          tx.emit({ type: 'realm', op: 'update', property: 'name', value: known }, { everyone: true });
          return Promise.resolve(known);
        },
        { messages: 1 },
      );
      assert.equal(await seen, name);
    }
  });
});

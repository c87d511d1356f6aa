import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { onBothEngines, onEngine } from '../../../../tests/support/engines.ts';
import { keepLog } from '../../../../tests/support/log.ts';
import { addNode, sharedFiles } from '../../../../tests/support/nodes.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import type { Connection } from '../../db/connection.ts';
import { silentLog } from '../../lib/logging.ts';
import { migrations } from '../../db/migrations/index.ts';
import { FenceLost } from './fence.ts';
import { leases } from './nodes.ts';
import { NodeRegistry } from './registry.ts';

async function makeNode(t: TestContext): Promise<World> {
  return makeWorld(t, 'postgres', {
    alone: true,
    config: { s3Bucket: 'files', s3Endpoint: 'http://s3.test' },
  });
}

const sameFiles = 'bucket files at http://s3.test';

/** Another node of the same database, as a process on another machine would be. */
async function joinBeside(
  t: TestContext,
  world: World,
  files = sameFiles,
  responded: (sql: string) => void = () => undefined,
  now?: () => number,
): Promise<NodeRegistry> {
  const pool = new pg.Pool({ connectionString: world.app.config.databaseUrl, max: 1 });
  const ask = async (sql: string, parameters: readonly unknown[]) => {
    const response = await pool.query(sql, [...parameters]);
    responded(sql);
    return response;
  };
  const control: Connection = {
    dialect: 'postgres',
    query: async (sql, parameters) => (await ask(sql, parameters)).rows,
    run: async (sql, parameters) => (await ask(sql, parameters)).rowCount ?? 0,
    close: () => pool.end(),
  };
  const place = { dataDir: '/elsewhere', address: 'other:9991', hosts: '' };
  const node = await NodeRegistry.join({
    control,
    log: silentLog(),
    files,
    schema: migrations.length,
    ...place,
    outdated: () => undefined,
    ...(now && { now }),
  });
  t.after(() => node.stop());
  return node;
}

/** As if the node had sent no heartbeat for ten seconds. */
const silence = async ({ app }: World, id: string | undefined): Promise<void> => {
  await app.db.write(0, 'system', async (tx) => {
    await tx.connection.run('UPDATE node SET seen_at = seen_at - 10000 WHERE id = $1', [id]);
  });
};

const heldBy = async ({ app }: World): Promise<unknown[]> => {
  const rows = await app.db.read.q.selectFrom('lease').selectAll().execute();
  assert.equal(rows.length, leases.length);
  return [...new Set(rows.map(({ holder }) => holder))];
};

onBothEngines('A server', (engine) => {
  test('A server on its own runs work that only one node may do', async (t) => {
    const { app } = await makeWorld(t, engine, { alone: true });
    const done: string[] = [];
    for (const lease of leases) await app.nodes.lead(lease, async () => void done.push(lease));
    assert.deepEqual(done, leases);
  });
});

onEngine('postgres', 'Nodes', () => {
  test('A second node is listed by both, and leaves the leases to the first until that one stops', async (t) => {
    const world = await makeNode(t);
    const { nodes } = world.app;
    const other = await joinBeside(t, world);
    await nodes.beat();
    const ids = [nodes.claimant?.id, other.claimant.id];
    assert.deepEqual(
      [nodes, other].map((node) => node.list().map(({ id }) => id)),
      [ids, ids],
    );
    assert.deepEqual(await heldBy(world), [nodes.claimant?.id]);
    await other.lead('maintenance', () => assert.fail('without a lease'));
    await nodes.stop();
    await other.beat();
    assert.deepEqual(await heldBy(world), [other.claimant.id]);
    assert.equal(other.list().length, 1);
  });

  test('The work of a node that is silent is taken over, and what it does when it wakes up is not written', async (t) => {
    const world = await makeNode(t);
    const { nodes, db } = world.app;
    const other = await joinBeside(t, world);
    const before = nodes.claimant?.id;
    const write = () => db.write(world.orgId, 'system', async () => 'written');
    await nodes.lead('maintenance', async () => {
      assert.equal(await write(), 'written');
      await silence(world, before);
      await other.beat();
      await assert.rejects(write(), FenceLost);
    });
    // Writes of requests are not part of that work.
    assert.equal(await write(), 'written');
    await nodes.lead('maintenance', () => assert.fail('after the lease was lost'));
    await other.lead('maintenance', async () => assert.equal(await write(), 'written'));
    await nodes.beat();
    assert.notEqual(nodes.claimant?.id, before);
    assert.equal(nodes.list().length, 2);
    assert.deepEqual(await heldBy(world), [other.claimant.id]);
  });

  test('Nodes that reach the database again after an outage keep their work, unless one is still silent later', async (t) => {
    const world = await makeNode(t);
    const first = world.app.nodes.claimant?.id;
    let now = 0;
    const other = await joinBeside(t, world, sameFiles, undefined, () => now);
    const { id } = other.claimant;
    now += 10_000;
    await silence(world, first);
    await silence(world, id);
    await other.beat();
    assert.equal(other.claimant.id, id);
    assert.deepEqual(await heldBy(world), [first]);
    await silence(world, first);
    for (; now < 16_000; now += 2000) await other.beat();
    assert.deepEqual(await heldBy(world), [first]);
    now += 2000;
    await other.beat();
    assert.deepEqual(await heldBy(world), [id]);
  });

  test('A node that reaches the database only now and then takes over from one that did not report between either', async (t) => {
    const world = await makeNode(t);
    const first = world.app.nodes.claimant?.id;
    let now = 0;
    const other = await joinBeside(t, world, sameFiles, undefined, () => now);
    // The first reported shortly before each of two outages.
    for (now = 10_000; now <= 22_000; now += 12_000) {
      await world.app.nodes.beat();
      await silence(world, first);
      await other.beat();
    }
    assert.deepEqual(await heldBy(world), [first]);
    now = 34_000;
    // Twice ten seconds: since before the other reached the database the time before.
    await silence(world, first);
    await silence(world, first);
    await other.beat();
    assert.deepEqual(await heldBy(world), [other.claimant.id]);
  });

  test('A node starts and does the work of a lease of which the response was lost', async (t) => {
    const world = await makeNode(t);
    await world.app.nodes.stop();
    let lost = 0;
    const node = await joinBeside(t, world, sameFiles, (sql) => {
      if (sql.includes('INSERT INTO lease') && lost++ === 0) throw new Error('Query read timeout');
    });
    assert.deepEqual(await heldBy(world), [node.claimant.id]);
    const done: string[] = [];
    for (const lease of leases) await node.lead(lease, async () => void done.push(lease));
    assert.deepEqual(done, leases);
    assert.equal(lost, 2);
    await node.beat();
    assert.equal(lost, 2, 'a lease that is held is taken again');
  });

  test('Two machines with the same name and data folder, as copies of one have, are two nodes', async (t) => {
    const world = await makeNode(t);
    const one = await joinBeside(t, world);
    const other = await joinBeside(t, world);
    for (const node of [one, other, one]) await node.beat();
    assert.deepEqual(
      one.list().map(({ id }) => id),
      [world.app.nodes.claimant?.id, other.claimant.id, one.claimant.id],
    );
  });

  test('What a node reacts to runs outside of the work whose write it follows', async (t) => {
    const world = await makeNode(t);
    const { nodes, db } = world.app;
    const other = await joinBeside(t, world);
    let later: Promise<string> | undefined;
    const handedOver = Promise.withResolvers<undefined>();
    await nodes.lead('maintenance', () =>
      db.write(world.orgId, 'system', async () => {
        later = handedOver.promise.then(() => db.write(world.orgId, 'system', async () => 'written'));
      }),
    );
    await silence(world, nodes.claimant?.id);
    await other.beat();
    handedOver.resolve(undefined);
    assert.equal(await later, 'written');
  });

  test('A folder of files that is shared is known by what is in it, whatever it is called', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-shared-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const config = { filesDir: folder, filesShared: 'on' } as const;
    const world = await makeWorld(t, 'postgres', { alone: true, config });
    const { place } = world.app.files;
    assert.equal(place, `folder ${readFileSync(join(folder, '.heddle-files'), 'utf8')}`);
    await joinBeside(t, world, place);
    await assert.rejects(joinBeside(t, world, 'folder of others'), /keeps files elsewhere/);
  });

  test('Nodes that serve different host names warn of each other, and of no node whose version does not say', async (t) => {
    const config = { ...sharedFiles, baseUrl: 'https://chat.example.com' };
    const logs = [keepLog(), keepLog(), keepLog()] as const;
    const world = await makeWorld(t, 'postgres', { alone: true, config, log: logs[0].log });
    await addNode(t, world, { config: { ...config, additionalHosts: 'chat.internal' }, log: logs[1].log });
    await world.app.nodes.beat();
    const warnings = () => logs.map(({ saying }) => saying(/serves other host names/));
    const [first, second] = warnings().map(([one]) => one);
    const [one, both] = ['https://chat.example.com', 'https://chat.example.com chat.internal'];
    assert.deepEqual([first?.hosts, first?.theirs], [one, both]);
    assert.deepEqual([second?.hosts, second?.theirs], [both, one]);
    await world.app.db.write(0, 'system', async ({ connection }) =>
      connection.run('UPDATE node SET hosts = NULL', []),
    );
    await addNode(t, world, { config, log: logs[2].log });
    assert.equal(logs[2].saying('another node serves this database').length, 2);
    assert.deepEqual(warnings()[2], []);
  });

  test('A node whose files the others would not find is not let in', async (t) => {
    const world = await makeNode(t);
    await assert.rejects(
      joinBeside(t, world, 'local'),
      /other:9991|--s3-bucket.*--files-dir with --files-shared/,
    );
    await assert.rejects(joinBeside(t, world, 'bucket others at eu'), /keeps files elsewhere/);
    await world.app.nodes.beat();
    assert.equal(world.app.nodes.list().length, 1);
  });
});

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { onEngine } from '../../../../tests/support/engines.ts';
import { keepLog } from '../../../../tests/support/log.ts';
import { addNode, sharedFiles } from '../../../../tests/support/nodes.ts';
import { getContents, openQueue } from '../../../../tests/support/queue.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { until } from '../../../../tests/support/until.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { migrations, type Migration } from '../../db/migrations/index.ts';
import { enqueue, jobKind, sendEmail } from '../jobs/index.ts';

/** On a database of their own, whose schema these tests change. */
async function makeTwo(t: TestContext, clients: readonly string[] = []): Promise<[World, World]> {
  const [client, other] = clients;
  const options = { alone: true, config: sharedFiles, ...(client !== undefined && { client }) };
  const world = await makeWorld(t, 'postgres', options);
  return [world, await addNode(t, world, other === undefined ? {} : { client: other })];
}

/** A built web client whose script has this name and content. */
function build(t: TestContext, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-client-'));
  undoAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), `<!doctype html><script src="/assets/${name}.js"></script>`);
  writeFileSync(join(folder, 'assets', `${name}.js`), `console.log("${name}");`);
  return folder;
}

/** What the next version adds: a table, and to each table of this one a column. */
async function nextVersion({ app }: World): Promise<readonly Migration[]> {
  const tables = await app.db.read.connection.query(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migration'`,
    [],
  );
  assert.ok(tables.length > 60);
  const columns = tables.map(({ name }) => `ALTER TABLE "${String(name)}" ADD COLUMN later text`);
  const statements = () => ['CREATE TABLE later (id bigint PRIMARY KEY)', ...columns];
  return [...migrations, { name: '9998-expand', statements }];
}

/** Reads and writes of all kinds, each of which must succeed. */
async function use(world: World, topic: string): Promise<void> {
  const id = await say(world, 'ada', 'general', topic, `about ${topic}`);
  await sendDirect(world, 'dan', ['ada'], 'psst');
  const ada = world.as('ada');
  const room = `room of ${topic}`;
  const responses = [
    await ada.post('/users/me/subscriptions', { subscriptions: [{ name: room }] }),
    await ada.patch(`/messages/${id}`, { content: 'edited' }),
    await ada.post(`/messages/${id}/reactions`, { emoji_name: 'heart' }),
    await ada.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' }),
    await ada.post('/register', {}),
    await ada.post('/users/me/presence', { status: 'active' }),
    await ada.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0 }),
    await ada.get('/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'search', operand: topic }],
    }),
    await ada.patch('/settings', { twenty_four_hour_time: topic === 'before' }),
    await ada.post('/scheduled_messages', {
      type: 'direct',
      to: [world.people.dan.id],
      content: 'later',
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 86_400,
    }),
  ];
  for (const { status, json } of responses) assert.equal(status, 200, json.msg);
  await world.app.nodes.beat();
  assert.ok(world.app.nodes.list().some((node) => node.id === world.app.nodes.claimant?.id));
  await world.app.jobs.runDue();
}

onEngine('postgres', 'Two versions side by side', () => {
  test('A running node continues while a newer one expands the schema, and starts again beside it', async (t) => {
    const [older, another] = await makeTwo(t);
    const queue = await openQueue(older, 'dan');
    for (const node of [older, another]) await use(node, 'before');
    const list = await nextVersion(older);
    const newer = await addNode(t, older, { list });
    await use(older, 'after');
    // Several at once share a transaction, of which the first statement finds the change.
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => say(another, 'ada', 'general', 'many', `many ${i}`)),
    );
    await use(another, 'after all');
    await use(newer, 'newer');
    const late = await addNode(t, older);
    await use(late, 'late');
    const contents = getContents(await queue.after(queue.start));
    const topics = ['before', 'before', 'after', 'after all', 'newer', 'late'];
    assert.deepEqual(
      contents.filter((content) => content.startsWith('about ')),
      topics.map((topic) => `about ${topic}`),
    );
    assert.equal(contents.filter((content) => content.startsWith('many ')).length, 8);
  });

  test('A newer node waits for a table that is locked, and holds up nobody for long meanwhile', async (t) => {
    const [older] = await makeTwo(t);
    const backup = new pg.Client({ connectionString: older.app.config.databaseUrl });
    await backup.connect();
    undoAfter(t, () => backup.end());
    await backup.query('BEGIN; LOCK TABLE organization IN ACCESS SHARE MODE');
    const kept = keepLog();
    const newer = addNode(t, older, { list: await nextVersion(older), log: kept.log });
    const waits = 'waiting for tables that something else keeps locked, such as a backup';
    await until('it waits', () => kept.entries.some(({ msg }) => msg === waits));
    await say(older, 'ada', 'general', 'meanwhile', 'not held up');
    await backup.query('ROLLBACK');
    await use(await newer, 'expanded');
  });

  test('A read that keeps a newer node from a table gives way to it, and is made again', async (t) => {
    const [older] = await makeTwo(t);
    const migration = new pg.Client({ connectionString: older.app.config.databaseUrl });
    await migration.connect();
    undoAfter(t, () => migration.end());
    await migration.query(`SET deadlock_timeout = '10min'; BEGIN; LOCK TABLE membership`);
    const read = older.as('ada').get('/users/me');
    const waiting = `SELECT FROM pg_stat_activity WHERE application_name = 'heddle-reader' AND wait_event_type = 'Lock'`;
    await until('it waits', async () => (await migration.query(waiting)).rowCount === 1);
    await migration.query('LOCK TABLE message; COMMIT');
    assert.equal((await read).status, 200);
  });

  test('What older versions need is changed only when none of them runs, and none starts afterwards', async (t) => {
    const [older, another] = await makeTwo(t);
    const expanded = await nextVersion(older);
    const statements = () => ['ALTER TABLE organization DROP COLUMN later'];
    const list = [...expanded, { name: '9999-contract', statements, needs: '9998-expand' }];
    await assert.rejects(
      addNode(t, older, { list }),
      /changes what an older one uses, which still serves this database: .* Stop it first/,
    );
    await use(older, 'still here');
    for (const { app } of [older, another]) await app.nodes.stop();
    await use(await addNode(t, older, { list }), 'contracted');
    await assert.rejects(addNode(t, older), /versions that know fewer than \d+ cannot use it/);
    await addNode(t, older, { list: expanded });
  });

  test('A page of one version finds its scripts at a node of the other', async (t) => {
    const names = ['older-4f2a', 'newer-9c1d'];
    const nodes = await makeTwo(
      t,
      names.map((name) => build(t, name)),
    );
    for (const { url } of nodes)
      for (const name of names)
        for (const encoding of ['gzip, br', 'identity']) {
          const headers = { 'accept-encoding': encoding };
          const response = await fetch(`${url}/assets/${name}.js`, { headers });
          assert.equal(await response.text(), `console.log("${name}");`);
          assert.match(response.headers.get('content-type') ?? '', /^text\/javascript/);
          assert.match(response.headers.get('cache-control') ?? '', /immutable/);
          assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
        }
    assert.equal((await fetch(`${nodes[0].url}/assets/neither-0000.js`)).status, 404);
  });

  test('A node leaves jobs to newer ones that know their kind', async (t) => {
    const node = await makeWorld(t, 'postgres', { alone: true, config: sharedFiles });
    await node.app.db.write(node.orgId, 'system', async (tx) => {
      await enqueue(tx, jobKind<object>('of the next version'), {});
      await enqueue(tx, sendEmail, { to: 'dan@example.com', subject: 'Hello', text: 'Good morning.' });
    });
    await node.app.jobs.runDue();
    const rows = await node.app.db.read.q.selectFrom('job').select(['kind', 'attempts']).execute();
    assert.deepEqual(rows, [{ kind: 'of the next version', attempts: 0 }]);
  });
});

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setOrganization } from '../../../tests/support/change.ts';
import { listenAs, say, sendDirect } from '../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../tests/support/world.ts';
import { SqliteConnection } from '../db/sqlite/sqlite.ts';
import { notifier } from '../features/notifications/notifier.ts';

/** Tables that grow with use. */
const large = [
  'direct_member',
  'job',
  'membership',
  'message_flag',
  'missed_email',
  'notification_decision',
  'person',
  'reaction',
  'read_chunk',
  'session',
  'subscription',
  'topic',
];

/** The texts of the statements that are run meanwhile. */
async function noteStatements(t: TestContext, act: () => Promise<void>): Promise<ReadonlySet<string>> {
  const statements = new Set<string>();
  const note = (sql: string) => statements.add(sql);
  const { query, run } = SqliteConnection.prototype;
  t.mock.method(
    SqliteConnection.prototype,
    'query',
    function (this: SqliteConnection, sql: string, parameters: readonly unknown[]) {
      note(sql);
      return query.call(this, sql, parameters);
    },
  );
  t.mock.method(
    SqliteConnection.prototype,
    'run',
    function (this: SqliteConnection, sql: string, parameters: readonly unknown[]) {
      note(sql);
      return run.call(this, sql, parameters);
    },
  );
  await act();
  t.mock.restoreAll();
  return statements;
}

/** The planner of SQLite chooses by the indexes alone, that of PostgreSQL by the sizes of tables, too. */
async function findScans(t: TestContext, world: World, act: () => Promise<void>): Promise<string[]> {
  const statements = await noteStatements(t, act);
  const { connection } = world.app.db.read;
  const scans: string[] = [];
  for (const sql of statements) {
    if (!/^\s*(?:select|update|delete|with)\b/i.test(sql)) continue;
    const plan = await connection.query(`EXPLAIN QUERY PLAN ${sql}`, []);
    if (plan.some(({ detail }) => isScan(sql, String(detail)) || ignoresIds(sql, String(detail))))
      scans.push(sql);
  }
  return scans;
}

/** Ids were given, but the plan goes through an organization. */
function ignoresIds(sql: string, detail: string): boolean {
  return /\bid"? in \(select value from json_each/i.test(sql) && /^SEARCH .* \(org_id=\?\)$/.test(detail);
}

/** Of a whole table, or of a whole index without a limit; the plan names a table by its alias. */
function isScan(sql: string, detail: string): boolean {
  const [, name = '', index] = /^SCAN (\w+)( USING .*INDEX .*)?$/.exec(detail) ?? [];
  if (name === '' || (index !== undefined && /\blimit\b/i.test(sql))) return false;
  const isNamed = (table: string) => new RegExp(`\\b${table}"? as "?${name}\\b`, 'i').test(sql);
  return large.some((table) => table === name || isNamed(table));
}

test('A change of a person, channel or group reads the rows that changed, not all of the organization', async (t) => {
  const world = await makeWorld(t, 'sqlite', { alone: true });
  const ada = world.as('ada');
  const scans = await findScans(t, world, async () => {
    const responses = [
      await ada.patch('/settings', { full_name: 'Ada Arendt' }),
      await ada.patch(`/streams/${world.channels.design}`, { description: 'Shapes and colours' }),
      await ada.post('/user_groups/create', {
        name: 'cooks',
        description: '',
        members: [world.people.dan.id],
      }),
      await ada.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 }),
    ];
    for (const { status, json } of responses) assert.equal(status, 200, json.msg);
  });
  assert.deepEqual(scans, []);
});

test('Nothing that people do with messages reads all rows of a table that grows with use', async (t) => {
  const world = await makeWorld(t, 'sqlite', { alone: true });
  const ada = world.as('ada');
  await setOrganization(world, { enable_read_receipts: true });
  await listenAs(world, 'cleo');
  const scans = await findScans(t, world, async () => {
    const direct = await sendDirect(world, 'ada', ['eve'], 'soup');
    const id = await say(world, 'ada', 'general', 'lunch', '@**Eve Novak** soup');
    await notifier(world.app).catchUp();
    await world.app.jobs.runDue(Date.now() + 3600_000);
    const responses = [
      await world.as('eve').post(`/messages/${direct}/reactions`, { emoji_name: 'octopus' }),
      await ada.patch(`/messages/${direct}`, { content: 'more soup' }),
      await ada.get(`/messages/${direct}/read_receipts`),
      await ada.patch(`/messages/${id}`, { content: 'more soup' }),
      await ada.get(`/messages/${id}/read_receipts`),
      await world.as('eve').post('/messages/flags', { messages: [id, direct], op: 'add', flag: 'read' }),
      await ada.patch(`/messages/${id}`, { stream_id: world.channels.design }),
      await ada.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 }),
      await ada.delete(`/messages/${id}`),
      await ada.delete(`/messages/${direct}`),
    ];
    for (const { status, json } of responses) assert.equal(status, 200, json.msg);
  });
  assert.deepEqual(scans, []);
});

test('A page of all conversations finds the channels that its reader has left without those that they are in', async (t) => {
  const world = await makeWorld(t, 'sqlite', { alone: true });
  const statements = await noteStatements(t, async () => {
    const page = await world.as('ada').get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 });
    assert.equal(page.status, 200, page.json.msg);
  });
  const about = [...statements].filter((sql) =>
    sql.startsWith('select distinct "channel_id" from "membership"'),
  );
  assert.equal(about.length, 1);
  const plan = await world.app.db.read.connection.query(`EXPLAIN QUERY PLAN ${about[0]}`, []);
  assert.deepEqual(
    plan.map(({ detail }) => detail),
    ['SEARCH membership USING INDEX membership_former (user_id=?)'],
  );
});

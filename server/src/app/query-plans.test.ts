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

/** The statements that are run meanwhile, with the parameters of the last run of each. */
async function noteStatements(
  t: TestContext,
  act: () => Promise<void>,
): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const statements = new Map<string, readonly unknown[]>();
  const { query, run } = SqliteConnection.prototype;
  t.mock.method(
    SqliteConnection.prototype,
    'query',
    function (this: SqliteConnection, sql: string, parameters: readonly unknown[]) {
      statements.set(sql, parameters);
      return query.call(this, sql, parameters);
    },
  );
  t.mock.method(
    SqliteConnection.prototype,
    'run',
    function (this: SqliteConnection, sql: string, parameters: readonly unknown[]) {
      statements.set(sql, parameters);
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
  for (const sql of statements.keys()) {
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

/** Whether a whole table is read, or a whole index without a limit; the plan names a table by its alias. */
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

test('A page of all conversations and a search find the channels that their reader has left, and list none that they are in', async (t) => {
  const world = await makeWorld(t, 'sqlite', { alone: true });
  const ada = world.as('ada');
  await say(world, 'ada', 'general', 'lunch', 'noodles');
  const statements = await noteStatements(t, async () => {
    for (const narrow of [[], [{ operator: 'search', operand: 'noodles' }]]) {
      const page = await ada.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow });
      assert.equal(page.status, 200, page.json.msg);
    }
  });
  const about = [...statements.keys()].filter((sql) =>
    sql.startsWith('select distinct "channel_id" from "membership"'),
  );
  assert.equal(about.length, 1);
  const plan = await world.app.db.read.connection.query(`EXPLAIN QUERY PLAN ${about[0]}`, []);
  assert.deepEqual(
    plan.map(({ detail }) => detail),
    ['SEARCH membership USING INDEX membership_former (user_id=?)'],
  );
  const { subscriptions } = (await ada.get('/users/me/subscriptions')).json;
  const ids = new Set((subscriptions as { stream_id: number }[]).map((one) => one.stream_id));
  assert.ok(ids.size > 1);
  const lists = [...statements.values()].flat().filter((value) => String(value).startsWith('['));
  const listed = lists.map((list) => new Set(JSON.parse(String(list)) as number[]));
  assert.ok(!listed.some((list) => ids.isSubsetOf(list)));
});

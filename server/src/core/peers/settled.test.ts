import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { onEngine } from '../../../../tests/support/engines.ts';
import { insertMessage } from '../../../../tests/support/fixtures/writer-stage.ts';
import { addOrganization, deafNodes, makeNodes } from '../../../../tests/support/nodes.ts';
import type { ServerOptions } from '../../../../tests/support/server.ts';
import { getUnread, say } from '../../../../tests/support/talk.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { until } from '../../../../tests/support/until.ts';
import type { World } from '../../../../tests/support/world.ts';
import { roles } from '../../../../wire/core.ts';
import type { Row } from '../../db/connection.ts';
import { haveEarlierWriters, listWriting, writerName } from '../../db/postgres/writing.ts';
import { eraseMessageRows } from '../../features/message-delete/index.ts';
import { draftFor, notificationBot, sendDirect } from '../../features/message-send/index.ts';
import { notifier } from '../../features/notifications/notifier.ts';
import type { Settings } from '../../lib/config/config-schema.ts';
import type { Tx } from '../log/index.ts';
import { unreadMessages } from '../../features/message-flags/unread.ts';
import { indexedUpTo, replaceWords, searchIndexer, SettledMessages } from '../messages/index.ts';
import { indexWaiting, replaceWaiting } from '../messages/search-index.ts';

const isIndexed = async ({ app }: World, id: number): Promise<boolean> => {
  const { connection } = app.db.read;
  return (await connection.query('SELECT 1 FROM message_search WHERE message_id = $1', [id])).length > 0;
};

const isNotified = async ({ app }: World, id: number): Promise<boolean> =>
  (
    await app.db.read.q
      .selectFrom('notification_decision')
      .select('message_id')
      .where('message_id', '=', id)
      .execute()
  ).length > 0;

/** A message to the owner of the organization. */
async function notifyOwner(tx: Tx): Promise<void> {
  const owner = [...tx.cache.users.values()].find(({ role }) => role === roles.owner);
  assert.ok(owner);
  await sendDirect(tx, notificationBot(tx), [owner.id], { draft: draftFor(tx, owner, 'hello'), client: '' });
}

/** Two nodes, the first of which indexes words, and an organization in which nobody else writes. */
async function makeStage(
  t: TestContext,
  config: Partial<Settings> = {},
  second: ServerOptions = {},
): Promise<{ a: World; b: World; other: number }> {
  const [a, b] = await makeNodes(t, config, second);
  const other = await addOrganization(a, 'spinners');
  await b.app.organizations.refresh();
  // They know of each other.
  for (const { app } of [a, b]) await app.nodes.beat();
  return { a, b, other };
}

const namedSessions: ServerOptions = {
  databaseUrl(itself) {
    const url = new URL(itself);
    url.searchParams.set('application_name', 'weavers');
    return Promise.resolve(url.href);
  },
};

/** A write of a node to its organization, in progress until `end` is called. */
async function beginWrite(
  { app, orgId }: World,
  work: (tx: Tx) => Promise<number>,
): Promise<{ end: () => Promise<number> }> {
  const gate = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<undefined>();
  const writing = app.db.write(orgId, 'system', async (tx) => {
    const id = await work(tx);
    begun.resolve(undefined);
    await gate.promise;
    return id;
  });
  await Promise.race([begun.promise, writing]);
  return {
    end() {
      gate.resolve(undefined);
      return writing;
    },
  };
}

onEngine('postgres', 'Work on messages that several nodes store', () => {
  test('A message is indexed and notifies whose id was taken before those of other organizations were, and did', async (t) => {
    const { a, b, other } = await makeStage(t, deafNodes);
    // It does not learn of what the first one writes, and so keeps ids for its next sends.
    t.mock.method(b.app.organizations, 'loaded', () => Promise.resolve([]));
    const followUp = () => Promise.all([searchIndexer(a.app).catchUp(), notifier(a.app).catchUp()]);
    for (let i = 0; i < 6; i++) await say(b, 'ada', 'general', 'weft', String(i));
    await a.app.db.write(other, 'system', notifyOwner);
    await followUp();
    const id = await say(b, 'ada', 'general', 'weft', '@**Dan Ito** selvedge');
    // A round gives way to a transaction that takes long, and to another node with the lease. What a mark has passed is never done.
    await until('the message is indexed and notifies', async () => {
      await followUp();
      return (await isIndexed(a, id)) && (await isNotified(a, id));
    });
  });

  for (const isKnown of [true, false]) {
    const which = isKnown ? 'another node, whose URL names its sessions,' : 'a node that is not yet known';
    test(`A message is indexed that ${which} was storing while a later one of another organization was indexed`, async (t) => {
      const { a, b, other } = await makeStage(t, {}, isKnown ? namedSessions : {});
      if (!isKnown) t.mock.method(a.app.nodes, 'list', () => []);
      const storing = await beginWrite(b, (tx) => insertMessage(tx, 'selvedge'));
      await a.app.db.write(other, 'system', (tx) => insertMessage(tx, 'elsewhere'));
      const queries = t.mock.method(a.app.db.read.connection, 'query');
      let isDone = false;
      const round = searchIndexer(a.app)
        .catchUp()
        .finally(() => (isDone = true));
      await until('the indexer waits or is done', () =>
        Promise.resolve(
          isDone || queries.mock.calls.some(({ arguments: [sql] }) => sql.includes('pg_locks')),
        ),
      );
      const id = await storing.end();
      await round;
      await searchIndexer(a.app).catchUp();
      assert.ok(await isIndexed(a, id));
    });
  }

  test('No message is passed over because its transaction takes too long', async (t) => {
    const { a, b, other } = await makeStage(t);
    const settled = new SettledMessages(a.app, 0);
    const storing = await beginWrite(b, (tx) => insertMessage(tx, 'selvedge'));
    const later = await a.app.db.write(other, 'system', (tx) => insertMessage(tx, 'elsewhere'));
    const getUpTo = () => settled.after(() => Promise.resolve(0));
    assert.equal(await getUpTo(), 0);
    await storing.end();
    await until('the messages are settled', async () => (await getUpTo()) === later);
  });

  test('Messages are settled when the transactions of nodes that stored before have ended, whatever else is in progress', async (t) => {
    const { a, b, other } = await makeStage(t);
    const settled = new SettledMessages(a.app, 0);
    const getUpTo = () => settled.after(() => Promise.resolve(0));
    const store = async (name: string) => {
      const client = new pg.Client({
        connectionString: a.app.config.databaseUrl,
        application_name: name,
      });
      await client.connect();
      undoAfter(t, () => client.end());
      await client.query('BEGIN; LOCK TABLE message IN ROW EXCLUSIVE MODE');
    };
    await store('psql');
    const storing = await beginWrite(b, (tx) => insertMessage(tx, 'selvedge'));
    const later = await a.app.db.write(other, 'system', (tx) => insertMessage(tx, 'elsewhere'));
    assert.equal(await getUpTo(), 0);
    await store(writerName);
    await storing.end();
    await until('the messages are settled', async () => (await getUpTo()) === later);
  });

  test('What another node changes in messages while they are indexed, or deletes of them, is in the index afterwards', async (t) => {
    const { a, b } = await makeStage(t);
    await searchIndexer(a.app).stop();
    const edited = await say(b, 'ada', 'general', 'weft', 'warp');
    const deleted = await say(b, 'ada', 'general', 'weft', 'selvedge');
    const upTo = await new SettledMessages(a.app).after(indexedUpTo);
    const changing = await beginWrite(b, async (tx) => {
      await tx.q
        .updateTable('message')
        .set({ content: 'heddle', rendered: '<p>heddle</p>' })
        .where('id', '=', edited)
        .execute();
      await replaceWords(tx, [edited]);
      await eraseMessageRows(tx, [deleted]);
      return edited;
    });
    await a.app.db.write(0, 'system', (tx) => indexWaiting(tx, { upTo, limit: 200 }));
    await changing.end();
    assert.deepEqual([await isIndexed(a, edited), await isIndexed(a, deleted)], [true, true]);
    await a.app.db.write(0, 'system', (tx) => replaceWaiting(tx, 200));
    assert.ok(!(await isIndexed(a, deleted)));
    const find = async (words: string) => {
      const narrow = [{ operator: 'search', operand: words }];
      const params = { anchor: 'newest', num_before: 5, num_after: 0, narrow };
      const { json } = await a.as('ada').get('/messages', params);
      return (json.messages as { id: number }[]).map(({ id }) => id);
    };
    assert.deepEqual([await find('heddle'), await find('warp')], [[edited], []]);
  });

  test('A role of the database without access to the statements of others sees which transactions of nodes are writing', async (t) => {
    const { a } = await makeStage(t);
    const { databaseUrl } = a.app.config;
    const role = `heddle_${randomUUID().replaceAll('-', '')}`;
    const owner = new pg.Client({ connectionString: databaseUrl });
    await owner.connect();
    undoAfter(t, async () => {
      await owner.query(`DROP ROLE ${role}`);
      await owner.end();
    });
    await owner.query(`CREATE ROLE ${role}`);
    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    undoAfter(t, () => other.end());
    await other.query(`SET ROLE ${role}`);
    const read = () => listWriting({ query: async (sql) => (await other.query<Row>(sql)).rows });
    const name = await a.app.db.write(a.orgId, 'system', async ({ connection }) => {
      const [row] = await connection.query(
        `SELECT pid, virtualtransaction AS name FROM pg_locks WHERE pid = pg_backend_pid() LIMIT 1`,
        [],
      );
      const { rows } = await other.query('SELECT query FROM pg_stat_activity WHERE pid = $1', [row?.pid]);
      assert.deepEqual(rows, [{ query: '<insufficient privilege>' }]);
      assert.ok((await read()).has(String(row?.name)));
      return String(row?.name);
    });
    assert.ok(!(await read()).has(name));
  });

  test('Nodes of before the bound of message ids are recognized, and their transactions are waited for', async (t) => {
    const { a, other } = await makeStage(t);
    const { connection } = a.app.db.read;
    assert.equal(await haveEarlierWriters(connection), false);
    const earlier = new pg.Client({
      connectionString: a.app.config.databaseUrl,
      application_name: 'heddle-writer',
    });
    await earlier.connect();
    undoAfter(t, () => earlier.end());
    assert.equal(await haveEarlierWriters(connection), true);
    await earlier.query('BEGIN');
    await earlier.query('SELECT id FROM organization WHERE false FOR UPDATE');
    await a.app.db.write(other, 'system', (tx) => insertMessage(tx, 'elsewhere'));
    const settled = new SettledMessages(a.app, 0);
    assert.equal(await settled.after(() => Promise.resolve(0)), 0);
    await earlier.query('ROLLBACK');
  });

  test('A message is unread for a user up to whom another node has found everything read since its id was taken', async (t) => {
    const { a, b, other } = await makeStage(t);
    for (let i = 0; i < 6; i++) await say(b, 'dan', 'general', 'weft', String(i));
    await a.app.db.write(other, 'system', (tx) => insertMessage(tx, 'elsewhere'));
    await a.app.db.write(a.orgId, 'system', (tx) =>
      unreadMessages(tx, a.people.dan.id, {
        emptyTopicName: true,
        floors: { read: 0, each: 0, behind: 0 },
      }),
    );
    const id = await say(b, 'ada', 'general', 'weft', 'selvedge');
    await a.app.peers.catchUp(a.orgId);
    const { count } = (await getUnread(a, 'dan')) as { count: number };
    assert.equal(count, 1, `message ${id}`);
  });

  test('The first message of a conversation is unread though later ids were given to another organization meanwhile', async (t) => {
    const { a, b, other } = await makeStage(t);
    const { ada, ben, dan } = b.people;
    const begin = (to: number) =>
      b.app.db.write(
        b.orgId,
        ada,
        async (tx) => {
          await a.app.db.write(other, 'system', (elsewhere) => insertMessage(elsewhere, 'elsewhere'));
          const from = tx.cache.users.get(ada.id);
          assert.ok(from);
          return sendDirect(tx, from, [to], { draft: draftFor(tx, from, 'hello'), client: '' });
        },
        { messages: 1 },
      );
    // Ids are taken with the lock, or kept from the sends before.
    await begin(ben.id);
    for (let i = 0; i < 6; i++) await say(b, 'ada', 'general', 'weft', String(i));
    await begin(dan.id);
    await a.app.peers.catchUp(a.orgId);
    for (const name of ['ben', 'dan'] as const) {
      const { pms } = (await getUnread(a, name)) as { pms: unknown[] };
      assert.equal(pms.length, 1, name);
    }
  });
});

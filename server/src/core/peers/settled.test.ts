import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { onEngine } from '../../../../tests/support/engines.ts';
import { insertMessage } from '../../../../tests/support/fixtures/writer-stage.ts';
import { addOrganization, makeNodes } from '../../../../tests/support/nodes.ts';
import { getUnread, say } from '../../../../tests/support/talk.ts';
import { until } from '../../../../tests/support/until.ts';
import type { World } from '../../../../tests/support/world.ts';
import { roles } from '../../../../wire/core.ts';
import { draftFor, notificationBot, sendDirect } from '../../features/message-send/index.ts';
import { notifier } from '../../features/notifications/notifier.ts';
import type { Tx } from '../log/index.ts';
import { unreadMessages } from '../../features/message-flags/unread.ts';
import { searchIndexer } from '../messages/index.ts';

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
async function makeStage(t: TestContext): Promise<{ a: World; b: World; other: number }> {
  const [a, b] = await makeNodes(t);
  const other = await addOrganization(a, 'spinners');
  await b.app.organizations.refresh();
  // They know of each other.
  for (const { app } of [a, b]) await app.nodes.beat();
  return { a, b, other };
}

onEngine('postgres', 'Work on messages that several nodes store', () => {
  test('A message is indexed and notifies whose id was taken before those of other organizations were, and did', async (t) => {
    const { a, b, other } = await makeStage(t);
    const followUp = () => Promise.all([searchIndexer(a.app).catchUp(), notifier(a.app).catchUp()]);
    // This node may keep ids for its next sends.
    for (let i = 0; i < 6; i++) await say(b, 'ada', 'general', 'weft', String(i));
    await a.app.db.write(other, 'system', notifyOwner);
    await followUp();
    const id = await say(b, 'ada', 'general', 'weft', '@**Dan Ito** selvedge');
    await followUp();
    assert.ok(await isIndexed(a, id));
    assert.ok(await isNotified(a, id));
  });

  test('A message is indexed that was being stored while a later one of another organization was indexed', async (t) => {
    const { a, b, other } = await makeStage(t);
    const gate = Promise.withResolvers<undefined>();
    const begun = Promise.withResolvers<undefined>();
    const storing = b.app.db.write(b.orgId, 'system', async (tx) => {
      const id = await insertMessage(tx, 'selvedge');
      begun.resolve(undefined);
      await gate.promise;
      return id;
    });
    await begun.promise;
    await a.app.db.write(other, 'system', (tx) => insertMessage(tx, 'elsewhere'));
    const queries = t.mock.method(a.app.db.read.connection, 'query');
    let isDone = false;
    const round = searchIndexer(a.app)
      .catchUp()
      .finally(() => (isDone = true));
    await until('the indexer waits or is done', () =>
      Promise.resolve(
        isDone || queries.mock.calls.some(({ arguments: [sql] }) => sql.includes('pg_stat_activity')),
      ),
    );
    gate.resolve(undefined);
    const id = await storing;
    await round;
    await searchIndexer(a.app).catchUp();
    assert.ok(await isIndexed(a, id));
  });

  test('A message is unread for a user up to whom another node has found everything read since its id was taken', async (t) => {
    const { a, b, other } = await makeStage(t);
    // It keeps ids for as long as it knows of no other node.
    t.mock.method(b.app.nodes, 'list', () => []);
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
});

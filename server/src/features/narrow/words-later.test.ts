import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say } from '../../../../tests/support/talk.ts';
import { until } from '../../../../tests/support/until.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { replaceWaiting, rewriteSome } from '../../core/messages/search-index.ts';
import { searchIndexer } from '../../core/messages/index-worker.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  deleteSearchSql,
  indexedLine,
  indexedQuery,
  insertSearchManySql,
  knowWordsSql,
  listsWords,
  searchSql,
} from '../../db/search-sql.ts';
import { listValue, takesColumns } from '../../db/sql.ts';
import { searchLine } from '../../lib/search/line.ts';
import { searchQuery } from '../../lib/search/query.ts';

/** More than are indexed again at once. */
const many = 450;

/** A topic with so many messages more, each with a word of its own. */
async function longTopic(world: World): Promise<number[]> {
  const first = await say(world, 'dan', 'general', 'wool', 'weaving word0');
  const others = await world.app.db.write(world.orgId, 'system', async (tx) => {
    const row = await tx.q
      .selectFrom('message')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    const { id: _, ...values } = row;
    const ids: number[] = [];
    // Messages that are sent later come after these.
    tx.connection.gathering?.dropIds();
    for (let i = 1; i < many; i++) {
      const added = tx.q
        .insertInto('message')
        .values({ ...values, content: `weaving word${i}`, rendered: `<p>weaving word${i}</p>` });
      ids.push((await added.returning('id').executeTakeFirstOrThrow()).id);
    }
    return ids;
  });
  await searchIndexer(world.app).catchUp();
  return [first, ...others];
}

async function find(world: World, who: Name, channel: string, words: string, most = 1000): Promise<number[]> {
  const narrow = [
    { operator: 'channel', operand: channel },
    { operator: 'search', operand: words },
  ];
  const params = { anchor: 'newest', num_before: most, num_after: 0, narrow };
  const { status, json } = await world.as(who).get('/messages', params);
  assert.equal(status, 200, json.msg);
  return (json.messages as Json[]).map((message) => message.id);
}

async function move(world: World, id: number, params: object): Promise<void> {
  const quiet = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
  const { status, json } = await world
    .as('ada')
    .patch(`/messages/${id}`, { propagate_mode: 'change_all', ...quiet, ...params });
  assert.equal(status, 200, json.msg);
}

const waiting = async (world: World): Promise<number> =>
  (await world.app.db.read.q.selectFrom('search_waiting').select('message_id').execute()).length;

onBothEngines('Search in moved topics', (engine) => {
  test('A long moved topic is searchable in its new channel immediately and after indexing', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const ids = await longTopic(world);
    const after = await say(world, 'eve', 'general', 'wool and silk', 'weaving');
    await searchIndexer(world.app).catchUp();
    await searchIndexer(world.app).stop();
    await move(world, ids[0] ?? 0, { stream_id: world.channels.lounge, topic: 'linen' });
    const look = async () => {
      assert.deepEqual(await find(world, 'eve', 'lounge', 'weaving'), ids);
      assert.deepEqual(await find(world, 'eve', 'lounge', 'linen', 7), ids.slice(-7));
      assert.deepEqual(await find(world, 'eve', 'lounge', 'word44'), [44, ...range(440, many)].map(nth(ids)));
      assert.deepEqual(await find(world, 'eve', 'lounge', 'wool'), []);
      assert.deepEqual(await find(world, 'eve', 'general', 'weaving'), [after]);
    };
    assert.equal(await waiting(world), many);
    await look();
    const some = () => world.app.db.write(world.orgId, 'system', (tx) => replaceWaiting(tx, 200));
    assert.equal(await some(), true);
    assert.equal(await waiting(world), many - 200);
    await look();
    while (await some());
    assert.equal(await waiting(world), 0);
    await look();
  });

  test('A long moved topic is only found by those who can read it, and can be edited and deleted', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const ids = await longTopic(world);
    const [first = 0, second = 0, third = 0] = ids;
    await move(world, first, { stream_id: world.channels.design });
    const narrow = [{ operator: 'search', operand: 'weaving' }];
    const { json } = await world.as('eve').get('/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow,
    });
    assert.deepEqual(json.messages, []);
    assert.equal((await world.as('dan').patch(`/messages/${first}`, { content: 'spinning' })).status, 200);
    assert.equal((await world.as('ada').delete(`/messages/${second}`)).status, 200);
    const look = async () => {
      assert.deepEqual(await find(world, 'dan', 'design', 'spinning'), [first]);
      assert.deepEqual(await find(world, 'dan', 'design', 'weaving', 1000), ids.slice(2));
      assert.deepEqual(await find(world, 'dan', 'design', 'word2', 1000).then(([id]) => id), third);
    };
    await look();
    await searchIndexer(world.app).catchUp();
    await look();
  });
});

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
const nth =
  (ids: readonly number[]) =>
  (i: number): number =>
    ids[i] ?? 0;

/** As an earlier version did, which indexed the Markdown source. */
async function indexSource(world: World, ids: readonly number[]): Promise<void> {
  await world.app.db.write(world.orgId, 'system', async (tx) => {
    const rows = await tx.q.selectFrom('message').selectAll().where('id', 'in', ids).execute();
    const places = new Map(rows.map((row) => [row.id, row]));
    await tx.connection.run(deleteSearchSql(tx.dialect), [listValue(tx.dialect, ids)]);
    for (const [id, { channel_id, sender_id, topic, content }] of places) {
      const place = { channelId: channel_id ?? 0 };
      const line = searchLine({ place, senderId: sender_id, topic, content, rendered: content });
      const values = [id, indexedLine(tx.dialect, line)];
      const columns = takesColumns(tx.dialect) ? values.map((value) => [value]) : values;
      await tx.connection.run(insertSearchManySql(tx.dialect), columns);
      if (listsWords(tx.dialect)) await tx.connection.run(knowWordsSql, [JSON.stringify(line.split(' '))]);
    }
    await tx.q.insertInto('search_rewrite').values({ message_id: 0 }).execute();
  });
}

onBothEngines('Search after an upgrade', (engine) => {
  test('What an earlier version indexed is found until it is indexed again, and then by the words that are shown', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const hidden = `@_**Eve Lindqvist|${world.people.eve.id}**`;
    const ids: number[] = [];
    for (const text of ['weft one', 'weft two', 'weft three'])
      ids.push(await say(world, 'dan', 'general', 'wool', `${hidden} ${text}`));
    await searchIndexer(world.app).catchUp();
    await searchIndexer(world.app).stop();
    await indexSource(world, ids);
    const number = `"${world.people.eve.id}"`;
    const indexed = async (words: string) => {
      const { dialect, connection } = world.app.db.read;
      const query = indexedQuery(dialect, searchQuery(words), {}, () => undefined);
      const rows = await connection.query(searchSql(dialect, 'ASC'), [
        query,
        ids[0] ?? 0,
        ids.at(-1) ?? 0,
        9,
      ]);
      return rows.map((row) => Number(row.id));
    };
    const search = (words: string) => find(world, 'eve', 'general', words);
    assert.deepEqual([await indexed('weft'), await indexed(number)], [ids, ids]);
    assert.deepEqual(await search('weft'), ids);
    const write = (act: (tx: Tx) => Promise<boolean>) => world.app.db.write(world.orgId, 'system', act);
    assert.equal(await write((tx) => rewriteSome(tx, 2)), true);
    assert.equal(await waiting(world), 2);
    assert.deepEqual(await search('weft'), ids, 'some wait');
    while (await write((tx) => rewriteSome(tx, 2)));
    while (await write((tx) => replaceWaiting(tx, 2)));
    assert.equal(await waiting(world), 0);
    assert.deepEqual([await indexed('weft'), await indexed(number)], [ids, []]);
    assert.deepEqual(await search('weft'), ids, 'all are indexed again');
    assert.equal(await write((tx) => rewriteSome(tx, 2)), false);
  });

  test('The server indexes again by itself what an earlier version indexed', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await say(world, 'dan', 'general', 'wool', `@_**Eve Lindqvist|${world.people.eve.id}** weft`);
    await searchIndexer(world.app).catchUp();
    await indexSource(world, [id]);
    await searchIndexer(world.app).catchUp();
    const left = () => world.app.db.read.q.selectFrom('search_rewrite').select('message_id').execute();
    await until(
      'the index was written again',
      async () => (await left()).length === 0 && (await waiting(world)) === 0,
    );
    assert.deepEqual(await find(world, 'eve', 'general', `"${world.people.eve.id}"`), []);
    assert.deepEqual(await find(world, 'eve', 'general', 'weft'), [id]);
  });
});

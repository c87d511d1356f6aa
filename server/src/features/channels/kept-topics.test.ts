import assert from 'node:assert/strict';
import { test } from 'node:test';
import { basicAuthorization } from '../../../../tests/support/client.ts';
import { addMembers } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { nameKey } from '../../lib/text.ts';
import { keptTopics } from './kept-topics.ts';

interface ListedTopic {
  name: string;
  max_id: number;
}

async function topicsFor(world: World, who: Name, channelId: number, params = {}): Promise<ListedTopic[]> {
  const { status, json } = await world.as(who).get(`/users/me/${channelId}/topics`, params);
  assert.equal(status, 200, json.msg);
  return json.topics;
}

const topicsIn = async (world: World, channelId: number): Promise<[string, number][]> =>
  (await topicsFor(world, 'ada', channelId, { allow_empty_topic_name: true })).map((topic) => [
    topic.name,
    topic.max_id,
  ]);

/** A world in which each channel with two topics or more has a list kept. */
async function makeKeepingWorld(...[t, engine]: Parameters<typeof makeWorld>): Promise<World> {
  const world = await makeWorld(t, engine, { alone: true });
  keptTopics(world.app).least = 2;
  return world;
}

async function edit(world: World, id: number, params: Record<string, unknown>): Promise<void> {
  const quiet = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
  const { status, json } = await world.as('ada').patch(`/messages/${id}`, { ...quiet, ...params });
  assert.equal(status, 200, json.msg);
}

onBothEngines('Cached topic lists', (engine) => {
  test('A cached topic list includes new messages, new topics and new spellings', async (t) => {
    const world = await makeKeepingWorld(t, engine);
    const { general } = world.channels;
    const a = await say(world, 'dan', 'general', 'looms');
    const b = await say(world, 'dan', 'general', 'yarn');
    assert.deepEqual(await topicsIn(world, general), [
      ['yarn', b],
      ['looms', a],
    ]);
    assert.deepEqual(keptTopics(world.app).channels, [general]);
    const c = await say(world, 'eve', 'general', 'Looms');
    const d = await say(world, 'eve', 'general', '');
    const expected = [
      ['', d],
      ['Looms', c],
      ['yarn', b],
    ];
    assert.deepEqual(await topicsIn(world, general), expected);
    assert.equal((await topicsFor(world, 'gus', general))[0]?.name, 'general chat');
    assert.deepEqual(await topicsIn(world, general), expected);
  });

  test('A cached topic list follows renamed, resolved and moved topics', async (t) => {
    const world = await makeKeepingWorld(t, engine);
    const { general, lounge } = world.channels;
    const a = await say(world, 'dan', 'general', 'looms');
    const b = await say(world, 'dan', 'general', 'yarn');
    const c = await say(world, 'dan', 'general', 'looms');
    const d = await say(world, 'eve', 'lounge', 'tea');
    const e = await say(world, 'eve', 'lounge', 'cake');
    for (const channelId of [general, lounge]) await topicsIn(world, channelId);
    await edit(world, b, { topic: 'wool', propagate_mode: 'change_all' });
    assert.deepEqual(await topicsIn(world, general), [
      ['looms', c],
      ['wool', b],
    ]);
    await edit(world, c, { topic: 'wool', propagate_mode: 'change_one' });
    assert.deepEqual(await topicsIn(world, general), [
      ['wool', c],
      ['looms', a],
    ]);
    await edit(world, b, { topic: '✔ wool', propagate_mode: 'change_all' });
    const resolved = await topicsIn(world, general);
    assert.deepEqual(
      resolved.map(([name]) => name),
      ['✔ wool', 'looms'],
    );
    assert.ok((resolved[0]?.[1] ?? 0) > e, 'the notice of it is the newest message');
    await edit(world, a, { stream_id: lounge, topic: 'tea', propagate_mode: 'change_all' });
    assert.deepEqual(await topicsIn(world, general), [resolved[0]]);
    assert.deepEqual(await topicsIn(world, lounge), [
      ['cake', e],
      ['tea', d],
    ]);
  });

  test('A cached topic list follows the deletion of a message, a topic and a user’s messages', async (t) => {
    const world = await makeKeepingWorld(t, engine);
    const { general } = world.channels;
    const a = await say(world, 'dan', 'general', 'looms');
    const b = await say(world, 'eve', 'general', 'yarn');
    const c = await say(world, 'dan', 'general', 'looms');
    await topicsIn(world, general);
    assert.equal((await world.as('ada').delete(`/messages/${c}`)).status, 200);
    assert.deepEqual(await topicsIn(world, general), [
      ['yarn', b],
      ['looms', a],
    ]);
    const gone = await world.as('ada').post(`/streams/${general}/delete_topic`, { topic_name: 'YARN' });
    assert.equal(gone.json.complete, true);
    assert.deepEqual(await topicsIn(world, general), [['looms', a]]);
    await world.as('ada').delete(`/messages/${a}`);
    assert.deepEqual(await topicsIn(world, general), []);
    const d = await say(world, 'eve', 'general', 'looms');
    assert.deepEqual(await topicsIn(world, general), [['looms', d]]);
  });

  test('A cached topic list serves users with full history; others get the topics they received', async (t) => {
    const world = await makeKeepingWorld(t, engine);
    const { vault, design } = world.channels;
    for (const channel of ['vault', 'design'] as const)
      for (const topic of ['one', 'two']) await say(world, 'dan', channel, topic);
    const { id } = world.people.eve;
    for (const channelId of [vault, design]) await addMembers(world, channelId, [id]);
    const late = await say(world, 'dan', 'vault', 'two');
    assert.deepEqual(await topicsFor(world, 'eve', vault), [{ name: 'two', max_id: late }]);
    assert.equal((await topicsFor(world, 'dan', vault)).length, 2);
    assert.deepEqual(keptTopics(world.app).channels, []);
    for (const who of ['dan', 'eve'] as const)
      assert.deepEqual(
        (await topicsFor(world, who, design)).map(({ name }) => name),
        ['two', 'one'],
      );
    assert.deepEqual(keptTopics(world.app).channels, [design]);
    const { status, json } = await world.as('gus').get(`/users/me/${design}/topics`);
    assert.deepEqual([status, json.msg], [400, 'Invalid channel ID']);
  });

  test('A cached topic list is consistent for many readers during writes', async (t) => {
    const world = await makeKeepingWorld(t, engine);
    const { general } = world.channels;
    await say(world, 'dan', 'general', 'looms');
    await say(world, 'dan', 'general', 'yarn');
    const sent = Array.from({ length: 30 }, async (_, i) => {
      const id = await say(world, i % 2 ? 'dan' : 'eve', 'general', `topic ${i % 7}`);
      const mine = (await topicsFor(world, 'eve', general)).find(({ name }) => name === `topic ${i % 7}`);
      assert.ok(mine && mine.max_id >= id, 'what was sent before the request is in the response');
    });
    await Promise.all(sent);
    keptTopics(world.app).least = 1000;
    const kept = await topicsIn(world, general);
    await world.restart();
    assert.deepEqual(await topicsIn(world, general), kept);
    assert.deepEqual(keptTopics(world.app).channels, [], 'this time the database was asked');
  });

  test('A cached topic list is complete and compressed consistently, and reports ignored parameters', async (t) => {
    const world = await makeKeepingWorld(t, engine);
    const { general } = world.channels;
    for (let number = 0; number < 300; number++)
      await world.app.db.write(world.orgId, 'system', async (tx) => {
        const name = `Thread ${number} of a long talk about looms and yarn`;
        const row = { channel_id: general, topic_key: nameKey(name), name, last_message_id: 0 };
        await tx.q.insertInto('topic').values(row).execute();
      });
    const authorization = basicAuthorization(world.people.dan);
    const ask = async (encoding: string, query = ''): Promise<[string | null, ListedTopic[], unknown]> => {
      const headers = { authorization, 'accept-encoding': encoding };
      const response = await fetch(`${world.url}/api/v1/users/me/${general}/topics${query}`, { headers });
      const {
        topics,
        ignored_parameters_unsupported: ignored,
      }: {
        topics: ListedTopic[];
        ignored_parameters_unsupported?: string[];
      } = await response.json();
      return [response.headers.get('content-encoding'), topics, ignored];
    };
    for (const expected of [300, 301]) {
      for (const encoding of ['br', 'gzip', 'identity', 'br']) {
        const [packing, topics, ignored] = await ask(encoding);
        assert.equal(packing, encoding === 'identity' ? null : encoding);
        assert.deepEqual([topics.length, ignored], [expected, undefined]);
      }
      const [, topics, ignored] = await ask('br', '?colour=red');
      assert.deepEqual([topics.length, ignored], [expected, ['colour']]);
      if (expected === 300) await say(world, 'eve', 'general', 'one more');
    }
  });

  test('A cached topic list is evicted under memory pressure, and not kept for few topics', async (t) => {
    const world = await makeKeepingWorld(t, engine);
    const { general, lounge, design } = world.channels;
    for (const channel of ['general', 'lounge'] as const)
      for (const topic of ['one', 'two']) await say(world, 'ada', channel, topic);
    await say(world, 'ada', 'design', 'only one');
    keptTopics(world.app).most = 1;
    for (const channelId of [general, lounge, design]) await topicsIn(world, channelId);
    assert.deepEqual(keptTopics(world.app).channels, [lounge]);
    assert.equal((await topicsIn(world, general)).length, 2);
    assert.deepEqual(keptTopics(world.app).channels, [general]);
  });

  test('A cached topic list of thousands of topics is complete and deduplicated', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { general } = world.channels;
    const first = await say(world, 'dan', 'general', 'begin');
    const names = Array.from({ length: 3000 }, (_, i) => `Thread ${i}`);
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      for (let from = 0; from < names.length; from += 500)
        await tx.q
          .insertInto('topic')
          .values(
            names.slice(from, from + 500).map((name) => ({
              channel_id: general,
              topic_key: nameKey(name),
              name,
              last_message_id: 0,
            })),
          )
          .execute();
    });
    assert.equal((await topicsIn(world, general)).length, 3001);
    assert.deepEqual(keptTopics(world.app).channels, [general]);
    const ids = [
      await say(world, 'dan', 'general', 'thread 17'),
      await say(world, 'eve', 'general', 'begin'),
    ];
    const shown = await topicsIn(world, general);
    assert.deepEqual(shown.slice(0, 2), [
      ['begin', ids[1]],
      ['thread 17', ids[0]],
    ]);
    assert.equal(shown.length, 3001);
    assert.equal(new Set(shown.map(([name]) => nameKey(name))).size, 3001);
    assert.ok(first < (ids[0] ?? 0));
  });
});

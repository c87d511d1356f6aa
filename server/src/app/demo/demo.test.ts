import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Client } from '../../../../tests/support/client.ts';
import { makePlace, onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { loadConfig } from '../../lib/config/config.ts';
import { inspectDatabase } from '../../db/inspect.ts';
import { silentLog } from '../../lib/logging.ts';
import { startServer, type Running } from '../start/serve.ts';
import { loadSecrets, secretsPath } from '../../lib/secrets-file.ts';
import { runAdmin, withApp } from '../cli/admin.ts';
import { cast, demoChannels, demoNames } from './cast.ts';
import { demoConversations } from './conversations.ts';
import { demoPassword, ensureDemo, type DemoSignIn } from './ensure.ts';
import { makeLarge } from './large.ts';
import { makePeople } from './make.ts';
import { Chance, Zipf } from './random.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';

async function place(t: TestContext, engine: Engine) {
  const { dataDir, databaseUrl, remove } = await makePlace(engine);
  undoAfter(t, remove);
  return loadConfig({ data: dataDir, databaseUrl, port: '0', rateLimits: 'off' }, {});
}

async function start(t: TestContext, config: ReturnType<typeof loadConfig>, isDemo = false) {
  let demo: DemoSignIn | null = null;
  const server = await startServer({
    config,
    log: silentLog(),
    prepare: async (app) => {
      if (isDemo) demo = await ensureDemo(app);
    },
  });
  let isRunning = true;
  const stop = async () => {
    if (isRunning) await server.stop();
    isRunning = false;
  };
  undoAfter(t, stop);
  return { server, stop, demo: demo as DemoSignIn | null };
}

async function client({ url }: Running, { email, password }: DemoSignIn): Promise<Client> {
  const { json } = await new Client(url).post('/fetch_api_key', { username: email, password });
  return new Client(url, { email, apiKey: String(json.api_key) });
}

const state = ['message', 'subscription', 'update_message_flags'];
const everything = { anchor: 'newest', num_before: 1000, num_after: 0, apply_markdown: false };

onBothEngines('The demo', (engine) => {
  test('The demo organization accepts the printed credentials and is unchanged after a restart', async (t) => {
    const config = await place(t, engine);
    const first = await start(t, config, true);
    assert.ok(first.demo);
    const ada = await client(first.server, first.demo);
    const { json } = await ada.post('/register', { fetch_event_types: state });
    assert.equal(json.subscriptions.length, Object.keys(demoChannels).length);
    const { unread_msgs: unread } = json;
    assert.ok(unread.count > 0 && unread.count < 60, `${unread.count} are unread`);
    assert.equal(unread.mentions.length, 2);
    const poll = await ada.get('/messages', { ...everything, narrow: [['topic', 'Lunch on Friday']] });
    const submessages = poll.json.messages.flatMap((one: { submessages: unknown[] }) => one.submessages);
    assert.equal(submessages.length, 1 + 7);
    await ada.post('/messages', { type: 'stream', to: 'lounge', topic: 'Radio', content: 'Kept?' });
    await first.stop();
    const second = await start(t, config, true);
    assert.deepEqual(second.demo, first.demo);
    const { json: kept } = await (await client(second.server, first.demo)).get('/messages', everything);
    assert.equal(kept.messages.at(-1).content, 'Kept?');
    assert.equal(kept.messages.filter((one: { content: string }) => one.content === 'Kept?').length, 1);
  });

  test('The demo conversations are in chronological order, each visible only to its participants', async (t) => {
    const config = await place(t, engine);
    const { server, demo } = await start(t, config, true);
    assert.ok(demo);
    const { json } = await (await client(server, demo)).get('/messages', everything);
    const times = json.messages.map((one: { timestamp: number }) => one.timestamp);
    assert.deepEqual(
      times,
      times.toSorted((a: number, b: number) => a - b),
    );
    assert.ok(times.at(-1) <= Date.now() / 1000);
    const { json: guest } = await (
      await client(server, { ...demo, email: 'gus@loomwork.example' })
    ).get('/messages', everything);
    const places = new Set(guest.messages.map((one: { display_recipient: string }) => one.display_recipient));
    assert.deepEqual([...places], ['orders']);
    const { json: jonas } = await (
      await client(server, { ...demo, email: 'jonas@loomwork.example' })
    ).get('/messages', { ...everything, narrow: [['channel', 'books']] });
    assert.equal(jonas.result, 'error');
  });

  test('An interrupted demo setup is completed at the next start and never touches another organization', async (t) => {
    const config = await place(t, engine);
    const demo = await withApp(config, async (app) => {
      await makePeople(app, demoPassword(loadSecrets(secretsPath(config))));
      return ensureDemo(app);
    });
    assert.ok(demo);
    const other = await place(t, engine);
    const untouched = await withApp(other, async (app) => {
      const owner = { ownerEmail: 'ada@example.com', ownerName: 'Ada', ownerPassword: 'ada has a long one' };
      await runAdmin(app, 'org-create', { name: 'Weavers', subdomain: '', ...owner });
      return [await ensureDemo(app), app.organizations.names.length];
    });
    assert.deepEqual(untouched, [null, 1]);
  });
});

onBothEngines('A large demo', (engine) => {
  const size = { people: 120, channels: 30, messages: 3000, seed: 7 };
  const quiet = () => undefined;

  test('A large demo is an intact database that a server can use', async (t) => {
    const config = await place(t, engine);
    const made = await makeLarge(config, size, quiet);
    assert.deepEqual((await inspectDatabase(config.data, config.databaseUrl)).faults, []);
    const { server } = await start(t, config);
    const { db } = server.app;
    const owner = await client(server, made.owner);
    await checkRows(db.read);
    const { json: registered } = await owner.post('/register', { fetch_event_types: state });
    assert.equal(registered.subscriptions.length, size.channels);
    const { unread_msgs: unread } = registered;
    const received = size.messages / 20;
    assert.ok(unread.count > received / 3 && unread.count < received * 3, `${unread.count} are unread`);
    const { json: found } = await owner.get('/messages', { ...everything, narrow: [['is', 'unread']] });
    assert.equal(found.messages.length, unread.count);
    // Ids continue behind those that were given, after the jump of a start.
    const { json: sent } = await owner.post('/messages', {
      type: 'direct',
      to: [made.owner.user_id],
      content: 'on',
    });
    assert.ok(sent.id > size.messages, String(sent.id));
  });

  test('A large demo is reproducible by its seed and differs for another seed', async (t) => {
    const texts: string[] = [];
    for (const seed of [3, 3, 4]) {
      const config = await place(t, engine);
      await makeLarge(config, { people: 20, channels: 5, messages: 200, seed }, quiet);
      const rows = await withApp(config, ({ db }) =>
        db.read.q
          .selectFrom('message')
          .select(['id', 'channel_id', 'direct_id', 'sender_id', 'topic', 'rendered'])
          .orderBy('id')
          .execute(),
      );
      assert.equal(rows.length, 200);
      texts.push(JSON.stringify(rows));
    }
    assert.equal(texts[0], texts[1]);
    assert.notEqual(texts[0], texts[2]);
  });

  test('A large demo is only written to an empty folder', async (t) => {
    const config = await place(t, engine);
    await makeLarge(config, { people: 2, channels: 1, messages: 5, seed: 1 }, quiet);
    await assert.rejects(makeLarge(config, size, quiet), /an organization in this data folder already/);
  });
});

type Reader = Running['app']['db']['read'];

/** Topics, first messages and search say what the messages say. */
async function checkRows(read: Reader): Promise<void> {
  const messages = await read.q.selectFrom('message').selectAll().orderBy('id').execute();
  const topics = new Map<string, number>();
  const firsts = new Map<number, number>();
  for (const { id, channel_id, topic_key } of messages) {
    if (channel_id === null) continue;
    topics.set(`${channel_id} ${topic_key}`, id);
    if (!firsts.has(channel_id)) firsts.set(channel_id, id);
  }
  const topicRows = await read.q.selectFrom('topic').selectAll().execute();
  assert.deepEqual(
    new Map(topicRows.map((row) => [`${row.channel_id} ${row.topic_key}`, row.last_message_id])).size,
    topics.size,
  );
  for (const row of topicRows)
    assert.equal(topics.get(`${row.channel_id} ${row.topic_key}`), row.last_message_id);
  for (const { id, first_message_id } of await read.q.selectFrom('channel').selectAll().execute())
    assert.equal(firsts.get(id) ?? null, first_message_id);
  const [row] = await read.connection.query('SELECT count(*) AS count FROM message_search', []);
  assert.equal(Number(row?.count), messages.length);
}

test('The demo conversations name only users and channels that exist', () => {
  const conversations = demoConversations();
  assert.ok(conversations.length >= 200);
  for (const { place: where, sender } of conversations) {
    if ('people' in where) {
      assert.ok(where.people.includes(sender));
      continue;
    }
    const channel = demoChannels[where.channel];
    assert.ok(channel, where.channel);
    const members: readonly string[] = channel.members ?? demoNames.filter((name) => name !== 'gus');
    assert.ok(members.includes(sender), `${sender} is not in ${where.channel}`);
  }
  const mentioned = conversations.flatMap(({ content }) => [...content.matchAll(/@\*\*([^*]+)\*\*/g)]);
  const known: string[] = [...Object.values(cast).map(({ fullName }) => fullName), 'all'];
  for (const [, name = ''] of mentioned) assert.ok(known.includes(name), name);
});

test('The random generator of the demo is reproducible by its seed and evenly distributed', () => {
  const [a, b, c] = [new Chance(7), new Chance(7), new Chance(8)];
  const draw = (chance: Chance) => Array.from({ length: 20 }, () => chance.next());
  const drawn = draw(a);
  assert.deepEqual(drawn, draw(b));
  assert.notDeepEqual(drawn, draw(c));
  const counts = Array.from({ length: 10 }, () => 0);
  for (let i = 0; i < 10_000; i++) {
    const index = a.below(10);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  for (const count of counts) assert.ok(count > 850 && count < 1150, String(count));
  const zipf = new Zipf(1000, 1);
  let firsts = 0;
  for (let i = 0; i < 10_000; i++) if (zipf.pick(a) === 0) firsts++;
  assert.ok(Math.abs(firsts / 10_000 - zipf.share(1)) < 0.02);
  assert.equal(zipf.share(1000), 1);
});

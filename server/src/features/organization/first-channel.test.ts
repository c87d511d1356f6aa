import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Client, type Reply } from '../../../../tests/support/client.ts';
import { makePlace, onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { runAdmin } from '../../app/cli/admin.ts';
import { loadConfig } from '../../lib/config/config.ts';
import { silentLog } from '../../lib/logging.ts';
import { startServer } from '../../app/start/serve.ts';
import { createOrganization } from './create.ts';
import { systemBots } from '../../core/users/system-bots.ts';
import { writeInNewOrganization, insertFirstChannel } from './make-organization.ts';
import { newCredentials } from '../../core/users/insert.ts';
import { searchIndexer } from '../../core/messages/index-worker.ts';

const owner = { ownerEmail: 'ada@example.com', ownerName: 'Ada', ownerPassword: 'nobody will guess' };

async function startEmpty(t: TestContext, engine: Engine) {
  const { dataDir, databaseUrl, remove } = await makePlace(engine);
  undoAfter(t, remove);
  const config = loadConfig({ data: dataDir, databaseUrl, port: '0', rateLimits: 'off' }, {});
  const server = await startServer({ config, log: silentLog(), client: dataDir });
  undoAfter(t, () => server.stop());
  return server;
}

async function create(t: TestContext, engine: Engine, options: Record<string, unknown> = {}) {
  const server = await startEmpty(t, engine);
  const made = await runAdmin(server.app, 'org-create', {
    name: 'Weavers * Co',
    subdomain: '',
    ...owner,
    ...options,
  });
  const ada = new Client(server.url, { email: owner.ownerEmail, apiKey: made.api_key });
  return { server, ada };
}

interface Message {
  id: number;
  type: string;
  subject: string;
  content: string;
  sender_full_name: string;
  flags: string[];
  stream_id: number;
}

const done = async (reply: Promise<Reply>): Promise<Reply['json']> => {
  const { status, json } = await reply;
  assert.equal(status, 200, json.msg);
  return json;
};

const readMessages = async (client: Client, narrow: object[] = []): Promise<Message[]> =>
  (await done(client.get('/messages', { narrow, anchor: 'newest', num_before: 100, num_after: 0 }))).messages;

const getChannels = async (client: Client) =>
  (await done(client.get('/users/me/subscriptions'))).subscriptions as { name: string; stream_id: number }[];

onBothEngines('A new organization', (engine) => {
  test('A new organization has a default channel for announcements with its owner subscribed', async (t) => {
    const { ada } = await create(t, engine);
    const channels = await getChannels(ada);
    assert.deepEqual(
      channels.map(({ name }) => name),
      ['general'],
    );
    const id = channels[0]?.stream_id;
    const { streams } = await done(ada.get('/streams', { include_default: true }));
    assert.deepEqual([streams.length, streams[0].is_default, streams[0].invite_only], [1, true, false]);
    const realm = await done(ada.post('/register', { fetch_event_types: ['realm'] }));
    assert.equal(realm.realm_new_stream_announcements_stream_id, id);
    assert.equal(realm.realm_signup_announcements_stream_id, id);
    await done(ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'warp' }], announce: true }));
    const announced = (await readMessages(ada)).at(-1);
    assert.deepEqual([announced?.stream_id, announced?.subject], [id, 'new channels']);
  });

  for (const [language, first, guides] of [
    ['en', 'welcome', ['connecting apps', 'inviting people', 'keyboard shortcuts', 'formatting messages']],
    ['de', 'willkommen', ['Apps verbinden', 'Personen einladen', 'Tastenkürzel', 'Nachrichten formatieren']],
  ] as const)
    test(`A new organization has unread introductory topics and a welcome message in ${language}`, async (t) => {
      const { ada } = await create(t, engine, { language });
      const messages = await readMessages(ada);
      const topics = [...new Set(messages.filter((one) => one.type === 'stream').map((one) => one.subject))];
      assert.deepEqual(topics.slice(0, 4), guides);
      assert.equal(topics.at(-1), first, 'the topic to read first is the newest one');
      const [welcome, ...others] = messages.filter((one) => one.type === 'private');
      assert.equal(others.length, 0);
      assert.ok(welcome);
      assert.match(welcome.content, /<strong>Weavers {2}Co<\/strong>/);
      assert.match(welcome.content, new RegExp(`class="stream-topic"[^>]*>#\\w+ &gt; ${first}</a>`));
      for (const { flags, content, sender_full_name } of messages) {
        assert.deepEqual([flags, sender_full_name], [[], 'Welcome Bot']);
        assert.doesNotMatch(content, /!|\{|\}/);
        assert.doesNotMatch(content.replace(/<pre>.*?<\/pre>/gs, ''), /\*\*|`|~~/, 'all markup is rendered');
      }
      assert.equal(
        messages.some(({ content }) => content.includes('data-code-language="Python"')),
        true,
      );
    });

  test('A new organization’s first messages are readable for later users, and new messages are delivered', async (t) => {
    const { ada, server } = await create(t, engine);
    const user = { email: 'ben@example.com', name: 'Ben', password: 'ben has one too' };
    const made = await runAdmin(server.app, 'user-create', { ...user, role: 'member' });
    const ben = new Client(server.url, { email: user.email, apiKey: made.api_key });
    assert.deepEqual(await getChannels(ben).then((all) => all.map(({ name }) => name)), ['general']);
    const narrow = [{ operator: 'channel', operand: 'general' }];
    const topics = new Set((await readMessages(ben, narrow)).map(({ subject }) => subject));
    assert.ok(topics.has('welcome') && topics.has('inviting people'));
    const queue = await done(ben.post('/register', { event_types: ['message'] }));
    const sent = { type: 'channel', to: 'general', topic: 'welcome', content: 'Good morning' };
    const { id } = await done(ada.post('/messages', sent));
    const ask = { queue_id: queue.queue_id, last_event_id: queue.last_event_id };
    const { events } = await done(ben.get('/events', ask));
    assert.equal(events[0].message.id, id);
  });

  test('A new organization’s first messages are found by search', async (t) => {
    const { ada, server } = await create(t, engine);
    await searchIndexer(server.app).catchUp();
    const found = await readMessages(ada, [{ operator: 'search', operand: 'backticks' }]);
    assert.deepEqual(
      found.map(({ subject }) => subject),
      ['formatting messages'],
    );
  });

  test('A new organization created as empty has no channels and messages', async (t) => {
    const { ada } = await create(t, engine, { empty: true });
    assert.deepEqual(await getChannels(ada), []);
    assert.deepEqual(await readMessages(ada), []);
  });

  test('A new organization does not exist if its first channel could not be stored', async (t) => {
    const { app } = await startEmpty(t, engine);
    const credentials = () => newCredentials(app.secrets, null);
    const attempt = app.db.write(0, 'system', async (tx) => {
      const made = await createOrganization(tx, {
        name: 'Weavers',
        subdomain: '',
        owner: { email: owner.ownerEmail, fullName: 'Ada', ...credentials() },
        botCredentials: systemBots.map(credentials),
      });
      await writeInNewOrganization(tx, made.orgId, async (inner) => {
        await insertFirstChannel(inner, made.ownerId);
        throw new Error('the disk is full');
      });
    });
    await assert.rejects(attempt, /the disk is full/);
    for (const table of ['organization', 'channel', 'message', 'event_log'] as const)
      assert.deepEqual(await app.db.read.q.selectFrom(table).selectAll().execute(), [], table);
  });
});

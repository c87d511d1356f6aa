import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { atHost } from '../../../../tests/support/clients/at-host.ts';
import { addOrganization, setChannel, setOrganization } from '../../../../tests/support/change.ts';
import type { Json, Params } from '../../../../tests/support/client.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type World, type WorldOptions } from '../../../../tests/support/world.ts';

/** The lounge is open to the world; `canary` is in everything that is not. */
async function openWorld(t: TestContext, engine: Engine, options: WorldOptions = {}) {
  const world = await makeWorld(t, engine, { ...options, config: { webPublicChannels: 'on' } });
  await setOrganization(world, { enable_spectator_access: true });
  await setChannel(world, world.channels.lounge, { is_web_public: 1 });
  const first = await say(world, 'eve', 'lounge', 'tea', 'a pot of *tea*');
  const closed = [
    await say(world, 'eve', 'general', 'canary', 'canary tea'),
    await say(world, 'dan', 'design', 'canary', 'canary tea'),
    await say(world, 'dan', 'vault', 'canary', 'canary tea'),
    await sendDirect(world, 'eve', ['ada'], 'canary tea'),
  ];
  const second = await say(world, 'eve', 'lounge', 'cake', 'no tea left');
  return { world, first, second, closed };
}

const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });
const webPublic = term('channels', 'web-public');

const ask = (world: World, narrow: unknown, params: Params = {}) =>
  world.anonymous.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0, narrow, ...params });

const newest = (narrow: unknown) => ({
  anchor: 'newest',
  num_before: '50',
  num_after: '0',
  narrow: JSON.stringify(narrow),
});

/** Asks at the address of another organization. */
const atOthers = (world: World, path: string) => atHost(world, 'others.localhost', `/api/v1${path}`);

const ids = (json: Json): number[] => json.messages.map(({ id }: { id: number }) => id);

async function isRefused(response: Promise<{ status: number; json: Json }>, what?: unknown): Promise<void> {
  const { status, json } = await response;
  assert.deepEqual(
    [status, json],
    [
      401,
      {
        result: 'error',
        msg: 'Not logged in: API authentication or user session required',
        code: 'UNAUTHORIZED',
      },
    ],
    JSON.stringify(what),
  );
}

onBothEngines('Anonymous access', (engine) => {
  test('Anonymous users can read web-public channels in every way to request messages', async (t) => {
    const { world, first, second } = await openWorld(t, engine);
    const { lounge } = world.channels;
    const cases: [narrow: unknown, expected: number[]][] = [
      [[webPublic], [first, second]],
      [[term('streams', 'web-public')], [first, second]],
      [[term('channel', lounge)], [first, second]],
      [[term('stream', 'Lounge'), term('topic', 'tea')], [first]],
      [[webPublic, term('search', 'pot')], [first]],
      [
        [webPublic, term('sender', world.people.eve.id)],
        [first, second],
      ],
      [[webPublic, term('id', second)], [second]],
      [[webPublic, term('with', first)], [first]],
      [
        [webPublic, term('near', first), term('has', 'link', true)],
        [first, second],
      ],
    ];
    for (const [narrow, expected] of cases) {
      const { status, json } = await ask(world, narrow);
      assert.equal(status, 200, `${JSON.stringify(narrow)}: ${json.msg}`);
      assert.deepEqual(ids(json), expected, JSON.stringify(narrow));
    }
    const picked = await world.anonymous.get('/messages', { narrow: [webPublic], message_ids: [second] });
    assert.deepEqual(ids(picked.json), [second]);
    const unread = await ask(world, [webPublic], { anchor: 'first_unread' });
    assert.deepEqual(ids(unread.json), [first, second]);
  });

  test('Anonymous users can narrow to resolved topics, and to what is not muted', async (t) => {
    const { world, first, second } = await openWorld(t, engine);
    const done = await say(world, 'eve', 'lounge', '✔ pots', 'all washed');
    for (const [terms, expected] of [
      [[term('is', 'resolved')], [done]],
      [[term('is', 'resolved', true)], [first, second]],
      [[term('in', 'home')], [first, second, done]],
      [[term('in', 'all')], [first, second, done]],
    ] as const) {
      const { status, json } = await ask(world, [webPublic, ...terms]);
      assert.equal(status, 200, json.msg);
      assert.deepEqual(ids(json), expected, JSON.stringify(terms));
    }
  });

  test('Anonymous users can list the topics of an open channel, and of no other', async (t) => {
    const { world, first, second } = await openWorld(t, engine);
    const { lounge, general, design, vault } = world.channels;
    const topics = () => world.anonymous.get(`/users/me/${lounge}/topics`);
    const { status, json } = await topics();
    assert.equal(status, 200, json.msg);
    assert.deepEqual(json.topics, [
      { name: 'cake', max_id: second },
      { name: 'tea', max_id: first },
    ]);
    for (const id of [general, design, vault, 999_999])
      await isRefused(world.anonymous.get(`/users/me/${id}/topics`), id);
    await addOrganization(world);
    await isRefused(atOthers(world, `/users/me/${lounge}/topics`));
    await world.as('ada').delete(`/streams/${lounge}`);
    await isRefused(topics());
    await setChannel(world, lounge, { is_archived: 0, is_web_public: 0 });
    await isRefused(topics());
    await setChannel(world, lounge, { is_web_public: 1 });
    await world.as('ada').patch('/realm', { enable_spectator_access: false });
    await isRefused(topics());
  });

  test('Anonymous users can fetch a single message as in a list, without reader data', async (t) => {
    const { world, first } = await openWorld(t, engine);
    await world.as('eve').post('/messages/flags', { messages: [first], op: 'add', flag: 'starred' });
    await world.as('eve').patch(`/messages/${first}`, { content: 'a pot of *coffee*' });
    const listed = (await ask(world, [term('channel', 'lounge'), term('topic', 'tea')])).json;
    const { status, json } = await world.anonymous.get(`/messages/${first}`);
    assert.equal(status, 200, json.msg);
    const { match_content: _content, match_subject: _subject, ...shown } = listed.messages[0];
    assert.deepEqual(json.message, shown);
    assert.deepEqual(json.message.flags, ['read']);
    assert.match(json.message.content, /<em>coffee<\/em>/);
    assert.equal(json.raw_content, 'a pot of *coffee*');
    assert.equal(json.message.edit_history, undefined);
    assert.equal(typeof json.message.last_edit_timestamp, 'number');
    assert.ok(!JSON.stringify([json, listed]).includes(world.people.eve.email));
    const plain = await world.anonymous.get(`/messages/${first}`, { apply_markdown: false });
    assert.equal(plain.json.message.content, 'a pot of *coffee*');
  });

  test('Anonymous users see nothing else, and existing and missing resources are refused alike', async (t) => {
    const { world, closed, first } = await openWorld(t, engine);
    for (const id of [...closed, 999_999_999]) await isRefused(world.anonymous.get(`/messages/${id}`), id);
    const { general, design, vault, lounge } = world.channels;
    const channels = [general, design, vault, 'general', 'vault', 'nowhere', 999_999];
    const narrows = [
      undefined,
      [],
      [term('channels', 'public')],
      [term('channels', 'web-public', true)],
      [term('channel', lounge, true)],
      [term('topic', 'tea')],
      [term('search', 'tea')],
      ...channels.map((operand) => [term('channel', operand)]),
      ...['starred', 'mentioned', 'unread', 'muted', 'alerted', 'followed'].map((is) => [
        webPublic,
        term('is', is),
      ]),
      [webPublic, term('in', 'home', true)],
      [term('is', 'resolved')],
      [term('in', 'home')],
      [term('dm', [world.people.eve.id])],
      [term('is', 'dm')],
      [webPublic, term('sender', world.people.eve.email)],
      [webPublic, term('sender', 'nobody@example.com')],
    ];
    for (const narrow of narrows) await isRefused(ask(world, narrow), narrow);
    const all = { narrow: [webPublic], message_ids: [...closed, first] };
    assert.deepEqual(ids((await world.anonymous.get('/messages', all)).json), [first]);
    for (const id of closed)
      for (const op of ['id', 'near'])
        assert.ok(!JSON.stringify(await ask(world, [webPublic, term(op, id)])).includes('canary'));
    const refusals = new Set<string>();
    for (const operand of channels) {
      const { status, json } = await ask(world, [webPublic, term('channel', operand)]);
      refusals.add(JSON.stringify([status, json]).replaceAll(`channel ${operand}`, 'channel …'));
    }
    assert.equal(refusals.size, 1);
  });

  test('Anonymous users can only read messages', async (t) => {
    const { world, first } = await openWorld(t, engine);
    const { lounge } = world.channels;
    const { anonymous } = world;
    await isRefused(anonymous.get('/messages/matches_narrow', { msg_ids: [first], narrow: [webPublic] }));
    await isRefused(anonymous.get(`/messages/${first}/history`));
    await isRefused(anonymous.get(`/messages/${first}/read_receipts`));
    await isRefused(anonymous.get(`/streams/${lounge}`));
    await isRefused(anonymous.get(`/streams/${lounge}/members`));
    await isRefused(anonymous.get('/streams'));
    await isRefused(anonymous.get('/users'));
    await isRefused(anonymous.post('/messages', { type: 'channel', to: lounge, topic: 'x', content: 'x' }));
    await isRefused(anonymous.post(`/messages/${first}/reactions`, { emoji_name: 'tea' }));
    await isRefused(anonymous.patch(`/messages/${first}`, { content: 'x' }));
    await isRefused(anonymous.delete(`/messages/${first}`));
    await isRefused(anonymous.post('/register'));
  });

  test('Anonymous access ends when the server, the organization or the channel disables it', async (t) => {
    const { world, first } = await openWorld(t, engine);
    const { lounge } = world.channels;
    const nothing = async (): Promise<void> => {
      await isRefused(world.anonymous.get(`/messages/${first}`));
      await isRefused(ask(world, [term('channel', lounge)]));
    };
    await world.as('ada').patch('/realm', { enable_spectator_access: false });
    await nothing();
    await isRefused(ask(world, [webPublic]));
    await world.as('ada').patch('/realm', { enable_spectator_access: true });
    assert.equal((await ask(world, [webPublic])).status, 200);
    await world.as('ada').delete(`/streams/${lounge}`);
    await nothing();
    assert.deepEqual(ids((await ask(world, [webPublic])).json), []);
    await setChannel(world, lounge, { is_archived: 0, is_web_public: 0 });
    await nothing();
  });

  test('A server without web-public channels shows none, whatever organizations set', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { enable_spectator_access: true });
    await setChannel(world, world.channels.lounge, { is_web_public: 1 });
    await isRefused(world.anonymous.get(`/messages/${await say(world, 'eve', 'lounge', 'tea')}`));
    await isRefused(ask(world, [webPublic]));
  });

  test('Anonymous access to one organization shows nothing of another', async (t) => {
    const { world, first } = await openWorld(t, engine);
    const { orgId } = await addOrganization(world);
    await world.app.db.write(orgId, 'system', async (tx) => {
      const settings = { ...tx.cache.organization.settings, enable_spectator_access: true };
      await tx.q
        .updateTable('organization')
        .set({ settings: JSON.stringify(settings) })
        .where('id', '=', orgId)
        .execute();
      await tx.touch({ organization: true });
    });
    const list = await atOthers(world, `/messages?${new URLSearchParams(newest([webPublic]))}`);
    assert.deepEqual([list.status, ids(list.json)], [200, []]);
    await isRefused(atOthers(world, `/messages/${first}`));
    await isRefused(atOthers(world, `/messages?${new URLSearchParams(newest([term('channel', 'lounge')]))}`));
  });

  test('Wrong credentials are refused on public endpoints, and right ones apply', async (t) => {
    const { world, first } = await openWorld(t, engine);
    const wrong = world.as({ ...world.people.dan, apiKey: 'x'.repeat(32) });
    const narrow = [webPublic];
    const { status, json } = await wrong.get('/messages', { anchor: 'newest', num_before: 1, narrow });
    assert.deepEqual([status, json.code], [401, 'INVALID_API_KEY']);
    assert.equal((await wrong.get(`/messages/${first}`)).status, 401);
    const stale = { headers: { cookie: 'heddle_session=stale' } };
    assert.equal((await world.as('eve').get(`/messages/${first}`, {}, stale)).status, 200);
    const own = await world.as('gus').get(`/messages/${first}`);
    assert.deepEqual(own.json.message.flags, ['read', 'historical']);
  });

  test('Anonymous requests are rate limited by address', async (t) => {
    const { world, first } = await openWorld(t, engine, { rateLimits: 'on' });
    let last = await world.anonymous.get(`/messages/${first}`);
    assert.equal(last.headers.get('x-ratelimit-limit'), '100');
    for (let n = 0; n < 100; n++) last = await world.anonymous.get(`/messages/${first}`);
    assert.deepEqual([last.status, last.json.code], [429, 'RATE_LIMIT_HIT']);
    assert.ok(Number(last.headers.get('retry-after')) >= 1);
    assert.equal((await world.as('eve').get(`/messages/${first}`)).status, 200);
    assert.equal((await world.anonymous.get('/server_settings')).status, 200);
  });
});

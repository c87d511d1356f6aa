import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BrowserClient, getBrowser } from '../../../../tests/support/clients/browser.ts';
import { addOrganization } from '../../../../tests/support/change.ts';
import type { Reply } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { endExpiredSessions, sessionLifetimeMs, Sessions } from '../../core/sessions/index.ts';
import { startSession } from '../../core/sessions/rows.ts';

const password = 'a loom and a half';
const passwordHash = await hashPassword(password);

const signIn = async (world: World, username = 'dan@example.com', given = password) => {
  const browser = new BrowserClient(world.url);
  const reply = await browser.post('/heddle/sessions', { username, password: given });
  return { browser, reply };
};

const noRules = { sessionMs: null, idleMs: null };

const getRows = (world: World) => world.app.db.read.q.selectFrom('session').selectAll().execute();

/** Changes what is stored of all sessions, then starts again so that nothing is remembered. */
async function setRows(world: World, set: { last_seen_at: number; expires_at: number }) {
  await world.app.db.write(world.orgId, 'system', (tx) => tx.q.updateTable('session').set(set).execute());
  await world.restart();
}

onBothEngines('Browser sessions', (engine) => {
  test('A browser signed in with a password is authenticated by its cookie as the same user as by API key', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const { browser, reply } = await signIn(world);
    assert.equal(reply.status, 200, reply.json.msg);
    assert.deepEqual([reply.json.user_id, reply.json.email], [world.people.dan.id, 'dan@example.com']);
    const [line = '', mark = '', device = '', ...others] = reply.headers.getSetCookie();
    assert.match(device, /^heddle_device=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/);
    assert.deepEqual(others, []);
    assert.match(mark, /^heddle_mark=[\w-]{22}; Path=\/; SameSite=Lax; Max-Age=1209600$/);
    assert.ok(!line.includes(/=([\w-]+)/.exec(mark)?.[1] ?? ''), 'the mark is no part of the token');
    assert.match(
      line,
      /^heddle_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/,
      'over plain HTTP there is no Secure, or the cookie would be lost',
    );
    const [byCookie, byKey] = [await browser.get('/users/me'), await world.as('dan').get('/users/me')];
    assert.equal(byCookie.status, 200);
    assert.deepEqual(byCookie.json, byKey.json);
    const sent = await browser.post('/messages', {
      type: 'direct',
      to: [world.people.eve.id],
      content: 'hi',
    });
    assert.equal(sent.status, 200, sent.json.msg);
  });

  test('A browser with a wrong password gets no session and learns nothing about the account', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash, alone: true });
    const responses = [
      await signIn(world, 'dan@example.com', 'a loom and a quarter'),
      await signIn(world, 'nobody@example.com'),
    ];
    for (const { reply } of responses) {
      assert.equal(reply.status, 401);
      assert.equal(reply.json.code, 'AUTHENTICATION_FAILED');
      assert.deepEqual(reply.headers.getSetCookie(), []);
      assert.deepEqual(reply.json, responses[0]?.reply.json);
    }
    assert.deepEqual(await getRows(world), []);
  });

  test('A browser’s failed sign-ins count together with those of the API', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash, rateLimits: 'on' });
    for (let i = 0; i < 2; i++) await signIn(world, 'dan@example.com', 'guess guess');
    for (let i = 0; i < 3; i++)
      await world.anonymous.post('/fetch_api_key', { username: 'dan@example.com', password: 'guess guess' });
    assert.equal((await signIn(world)).reply.status, 429);
  });

  test('A session that another node has extended continues at a node that read it earlier', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash, alone: true });
    const { reply } = await signIn(world);
    const [, token = ''] = /heddle_session=([\w-]+)/.exec(reply.headers.getSetCookie()[0] ?? '') ?? [];
    const { db, clock, log } = world.app;
    const [here, there] = [new Sessions(db, clock, log), new Sessions(db, clock, log)];
    const find = (sessions: Sessions, now: number) => sessions.find(world.orgId, token, noRules, now);
    const start = clock.now();
    const session = await find(here, start);
    assert.ok(session && (await find(there, start)));
    assert.ok(there.noteSeen({ ...session }, '127.0.0.1', noRules, true, start + sessionLifetimeMs / 2));
    await db.write(world.orgId, 'system', () => Promise.resolve());
    const later = start + sessionLifetimeMs + 1000;
    assert.equal((await find(here, later))?.userId, world.people.dan.id);
    assert.equal(await find(here, start + 2 * sessionLifetimeMs), undefined);
  });

  test('A session is stored by the hash of its token only', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { cookie = '' } = await getBrowser(world, 'dan');
    const [row] = await getRows(world);
    assert.ok(row);
    assert.ok(!JSON.stringify(row).includes(cookie.split('=')[1] ?? ''));
    const asToken = new BrowserClient(world.url, `heddle_session=${row.token_hash}`);
    assert.equal((await asToken.get('/users/me')).status, 401);
  });

  test('An invalid session cookie is refused without a browser password dialog', async (t) => {
    const world = await makeWorld(t, engine);
    for (const cookie of ['heddle_session=x', 'heddle_session=', 'other=1', '__Host-heddle_session=x']) {
      const { status, json, headers } = await new BrowserClient(world.url, cookie).get('/users/me');
      assert.deepEqual([status, json.code], [401, 'UNAUTHORIZED'], cookie);
      assert.equal(headers.get('www-authenticate'), 'Session realm="heddle"');
    }
  });

  test('A session survives a restart', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { cookie } = await getBrowser(world, 'dan');
    await world.restart();
    assert.equal((await new BrowserClient(world.url, cookie).get('/users/me')).status, 200);
  });

  test('A new sign-in replaces the session of the browser', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const { browser } = await signIn(world);
    const before = browser.cookie;
    await browser.post('/heddle/sessions', { username: 'dan@example.com', password });
    assert.notEqual(browser.cookie, before);
    assert.equal((await browser.get('/users/me')).status, 200);
    assert.equal((await new BrowserClient(world.url, before).get('/users/me')).status, 401);
  });

  test('A session is not valid in another organization', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { orgId, ownerId } = await addOrganization(world);
    const olga = await getBrowser(world, { orgId, userId: ownerId });
    // The host name of this client means the first organization.
    assert.equal((await olga.get('/users/me')).status, 401);
    const all = await world.as('dan').get('/heddle/sessions');
    assert.deepEqual(all.json.sessions, []);
    const [row] = await getRows(world);
    const ended = await world.as('ada').delete(`/heddle/sessions/${row?.id ?? 0}`);
    assert.deepEqual([ended.status, ended.json.msg], [400, 'Invalid session ID']);
    assert.equal((await getRows(world)).length, 1);
  });

  test('Signing out ends the session and clears its cookie', async (t) => {
    const world = await makeWorld(t, engine);
    const [dan, elsewhere] = [await getBrowser(world, 'dan'), await getBrowser(world, 'dan')];
    const { cookie } = dan;
    const { status, headers } = await dan.delete('/heddle/session');
    assert.equal(headers.get('clear-site-data'), '"cache"', 'files that were read do not stay behind');
    assert.equal(status, 200);
    assert.deepEqual(headers.getSetCookie(), [
      'heddle_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
      'heddle_mark=; Path=/; SameSite=Lax; Max-Age=0',
    ]);
    assert.equal((await new BrowserClient(world.url, cookie).get('/users/me')).status, 401);
    assert.equal((await elsewhere.get('/users/me')).status, 200);
    const byKey = await world.as('dan').delete('/heddle/session');
    assert.deepEqual([byKey.status, byKey.json.code], [400, 'BAD_REQUEST']);
  });
});

onBothEngines('Cross-site requests', (engine) => {
  test('A page of another site cannot make requests in a session', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = await getBrowser(world, 'dan');
    const own = new URL(world.url).origin;
    const foreign: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { 'x-heddle-client': 'terminal' },
      { 'x-heddle-client': 'web', 'sec-fetch-site': 'cross-site' },
      { 'x-heddle-client': 'web', 'sec-fetch-site': 'same-site' },
      { 'x-heddle-client': 'web', origin: 'https://evil.example' },
      { 'x-heddle-client': 'web', origin: 'null' },
      { 'x-heddle-client': 'web', origin: `${own}.evil.example` },
    ];
    const message = { type: 'direct', to: [world.people.eve.id], content: 'forged' };
    for (const headers of foreign) {
      const asked = await dan.with(headers).get('/users/me');
      assert.deepEqual([asked.status, asked.json.code], [403, 'CSRF_FAILED'], JSON.stringify(headers));
      assert.equal((await dan.with(headers).post('/messages', message)).status, 403);
    }
    const received = await world
      .as('eve')
      .get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    assert.deepEqual(received.json.messages, []);
    for (const headers of [{ origin: own }, { 'sec-fetch-site': 'same-origin', origin: own }])
      assert.equal((await dan.with({ 'x-heddle-client': 'web', ...headers }).get('/users/me')).status, 200);
  });

  test('A page of another site cannot sign anyone in', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash, alone: true });
    const browser = new BrowserClient(world.url, undefined, { 'sec-fetch-site': 'cross-site' });
    const reply = await browser.post('/heddle/sessions', { username: 'dan@example.com', password });
    assert.deepEqual([reply.status, reply.json.code], [403, 'CSRF_FAILED']);
    assert.deepEqual(await getRows(world), []);
  });

  test('A client with an API key needs no header and gains nothing by a cookie', async (t) => {
    const world = await makeWorld(t, engine);
    const { cookie = '' } = await getBrowser(world, 'dan');
    const { status, json } = await world.as('eve').get('/users/me', {}, { headers: { cookie } });
    assert.deepEqual([status, json.user_id], [200, world.people.eve.id]);
    const wrong = await world
      .as({ ...world.people.dan, apiKey: 'wrong' })
      .get('/users/me', {}, { headers: { cookie, 'x-heddle-client': 'web' } });
    assert.equal(wrong.status, 401);
  });
});

/** What ends a session of Dan's, asked for from elsewhere unless it is the browser itself. */
const ends: Record<string, (world: World, dan: BrowserClient) => Promise<Reply>> = {
  'the browser signs out': (_world, dan) => dan.with(dan.headers).delete('/heddle/session'),
  'it is ended from elsewhere': async (world) => {
    const { json } = await world.as('dan').get('/heddle/sessions');
    const [first] = json.sessions as { id: number }[];
    return world.as('dan').delete(`/heddle/sessions/${first?.id ?? 0}`);
  },
  'the API key is regenerated': (world) => world.as('dan').post('/users/me/api_key/regenerate'),
  'the account is deactivated': (world) => world.as('ada').delete(`/users/${world.people.dan.id}`),
};

onBothEngines('Sessions', (engine) => {
  for (const [cause, end] of Object.entries(ends))
    test(`A session ends immediately when ${cause}, and its long poll delivers nothing more`, async (t) => {
      const world = await makeWorld(t, engine, { alone: true });
      const dan = await getBrowser(world, 'dan');
      const eve = await getBrowser(world, 'eve');
      // A queue that ends with nothing but its own deletion.
      const { json } = await world.as('dan').post('/register', { event_types: ['message'] });
      const queueId = json.queue_id as string;
      const poll = dan.get('/events', { queue_id: queueId, last_event_id: json.last_event_id });
      while (world.app.hub.get(queueId)?.isHeld !== true) await new Promise(setImmediate);
      const { status } = await end(world, dan);
      assert.equal(status, 200);
      assert.deepEqual((await poll).json.code, 'UNAUTHORIZED');
      assert.equal((await dan.get('/users/me')).status, 401);
      assert.equal((await eve.get('/users/me')).status, 200);
    });

  test('A session that regenerates the API key stays valid, and the others end', async (t) => {
    const world = await makeWorld(t, engine);
    const [here, elsewhere] = [await getBrowser(world, 'dan'), await getBrowser(world, 'dan')];
    assert.equal((await here.post('/users/me/api_key/regenerate')).status, 200);
    assert.equal((await here.get('/users/me')).status, 200);
    assert.equal((await elsewhere.get('/users/me')).status, 401);
  });

  test('A session is not restored by reactivating the account', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = await getBrowser(world, 'dan');
    await world.as('ada').delete(`/users/${world.people.dan.id}`);
    await world.as('ada').post(`/users/${world.people.dan.id}/reactivate`);
    assert.equal((await dan.get('/users/me')).status, 401);
  });

  test('A session cannot start for an account or password that became invalid during the sign-in', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash, alone: true });
    await world.as('ada').delete(`/users/${world.people.eve.id}`);
    await assert.rejects(getBrowser(world, 'eve'), /Account is deactivated/);
    const refuse = () => assert.fail();
    const browser = {
      token: undefined,
      userAgent: '',
      address: '127.0.0.1',
      isMarked: false,
      getDevice: () => 'device',
      keep: refuse,
      refuseForeignPage: () => undefined,
      refuseForeign: refuse,
    };
    const dan = { orgId: world.orgId, userId: world.people.dan.id };
    const late = startSession(world.app, browser, { ...dan, passwordHash: 'another' });
    await assert.rejects(late, /incorrect/);
    assert.deepEqual(await getRows(world), []);
  });

  test('Sessions are listed for their owner only', async (t) => {
    const world = await makeWorld(t, engine);
    const phone = await getBrowser(world, 'dan', 'Phone');
    await getBrowser(world, 'dan', 'Laptop');
    const eve = await getBrowser(world, 'eve', 'Desk');
    const { json } = await phone.get('/heddle/sessions');
    const sessions = json.sessions as { id: number; user_agent: string; is_current: boolean }[];
    assert.deepEqual(
      sessions.map(({ user_agent, is_current }) => [user_agent, is_current]),
      [
        ['Laptop', false],
        ['Phone', true],
      ],
    );
    for (const { id } of sessions) assert.equal((await eve.delete(`/heddle/sessions/${id}`)).status, 400);
    assert.equal((await phone.get('/users/me')).status, 200);
  });

  test('A session is extended by use, with its cookie, and expires after two weeks without', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const dan = await getBrowser(world, 'dan');
    const hour = 3600_000;
    await setRows(world, { last_seen_at: Date.now() - 2 * hour, expires_at: Date.now() + hour });
    const used = new BrowserClient(world.url, dan.cookie);
    const { headers } = await used.get('/users/me');
    assert.match(headers.getSetCookie().join(), /Max-Age=1209600/);
    assert.equal(used.cookie, dan.cookie);
    const soon = await used.get('/users/me');
    assert.deepEqual(soon.headers.getSetCookie(), []);
    await world.restart();
    const [row] = await getRows(world);
    assert.ok((row?.expires_at ?? 0) > Date.now() + 13 * 24 * hour);
    await setRows(world, { last_seen_at: Date.now() - 400 * hour, expires_at: Date.now() - 1 });
    assert.equal((await new BrowserClient(world.url, dan.cookie).get('/users/me')).status, 401);
  });

  test('Expired sessions end with their event queues and long polls, and active ones stay', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const [dan, eve] = [await getBrowser(world, 'dan'), await getBrowser(world, 'eve')];
    const { json } = await dan.post('/register', { event_types: ['message'] });
    const queueId = json.queue_id as string;
    const poll = dan.get('/events', { queue_id: queueId, last_event_id: json.last_event_id });
    while (world.app.hub.get(queueId)?.isHeld !== true) await new Promise(setImmediate);
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q
        .updateTable('session')
        .set({ expires_at: tx.now - 1 })
        .where('user_id', '=', world.people.dan.id)
        .execute(),
    );
    await endExpiredSessions(world.app, () => false);
    assert.equal((await poll).json.code, 'UNAUTHORIZED');
    assert.equal(world.app.hub.get(queueId), undefined);
    assert.deepEqual(
      (await getRows(world)).map(({ user_id }) => user_id),
      [world.people.eve.id],
    );
    assert.equal((await eve.get('/users/me')).status, 200);
  });

  test('A user’s 51st session replaces the oldest', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const first = await getBrowser(world, 'dan');
    for (let i = 1; i < 50; i++) await getBrowser(world, 'dan');
    assert.equal((await first.get('/users/me')).status, 200);
    await getBrowser(world, 'dan');
    assert.equal((await first.get('/users/me')).status, 401);
    assert.equal((await getRows(world)).length, 50);
  });
});

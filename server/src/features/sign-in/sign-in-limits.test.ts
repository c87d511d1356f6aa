import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { getBrowser } from '../../../../tests/support/clients/browser.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { keepLog } from '../../../../tests/support/log.ts';
import { makeWorld, type World, type WorldOptions } from '../../../../tests/support/world.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { readOutbox } from '../../lib/mail/deliver.ts';

const password = 'a loom and a half';
const passwordHash = await hashPassword(password);
const dan = 'dan@example.com';

const limited = (t: TestContext, engine: Engine, options: WorldOptions = {}) =>
  makeWorld(t, engine, { passwordHash, rateLimits: 'on', ...options });

async function signIn(world: World, username: string, given = password, from?: string) {
  const headers = from === undefined ? {} : { 'x-forwarded-for': from };
  return (await world.anonymous.post('/fetch_api_key', { username, password: given }, { headers })).status;
}

async function fail(world: World, username: string, times: number, from?: string): Promise<void> {
  for (let n = 0; n < times; n++)
    assert.equal(await signIn(world, username, `guess ${n}`, from), 401, `${username}, failure ${n + 1}`);
}

const signInPage = (world: World, username: string, given: string) =>
  fetch(`${world.url}/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password: given }),
    redirect: 'manual',
  });

async function hideAddress(world: World, userId: number): Promise<string> {
  const email = `user${userId}@hidden.invalid`;
  await world.app.db.write(world.orgId, 'system', async (tx) => {
    await tx.q.updateTable('person').set({ email, email_key: email }).where('id', '=', userId).execute();
    await tx.touch({ users: [userId] });
  });
  return email;
}

onBothEngines('Failed sign-ins', (engine) => {
  test('Failed sign-ins lock the account after five, and nobody else at the same address', async (t) => {
    const world = await limited(t, engine);
    await fail(world, dan, 5);
    assert.equal(await signIn(world, dan), 429);
    assert.equal(await signIn(world, 'eve@example.com'), 200);
  });

  test('Failed sign-ins get a Retry-After no longer than the time window', async (t) => {
    const world = await limited(t, engine);
    await fail(world, dan, 5);
    const refused = await world.anonymous.post('/fetch_api_key', { username: dan, password });
    assert.equal(refused.status, 429);
    assert.ok(
      Number(refused.headers.get('retry-after')) <= 30 * 60,
      refused.headers.get('retry-after') ?? '',
    );
  });

  test('Failed sign-ins by five people at one address lock out nobody', async (t) => {
    const world = await limited(t, engine);
    for (const name of ['ada', 'ben', 'cleo', 'dan', 'eve']) await fail(world, `${name}@example.com`, 1);
    for (const name of ['dan', 'gus']) assert.equal(await signIn(world, `${name}@example.com`), 200, name);
  });

  test('Failed sign-ins lock out nobody else behind an untrusted proxy', async (t) => {
    const world = await limited(t, engine);
    await fail(world, dan, 5, '192.0.2.1');
    assert.equal(await signIn(world, 'eve@example.com', password, '192.0.2.2'), 200);
    assert.equal(await signIn(world, dan, password, '192.0.2.3'), 429);
  });

  test('Failed sign-ins count per address up to a higher limit, with an IPv6 /64 as one address', async (t) => {
    const config = { trustedProxies: '127.0.0.1', signInAddressLimit: 7 };
    const world = await limited(t, engine, { config });
    for (let n = 1; n <= 7; n++) await fail(world, `nobody${n}@example.com`, 1, `2001:db8:1:2::${n}`);
    assert.equal(await signIn(world, dan, password, '2001:db8:1:2:ffff::9'), 429);
    assert.equal(await signIn(world, dan, password, '2001:db8:1:3::1'), 200);
  });

  test('Failed sign-ins count per address where the proxy adds the port of each connection to it', async (t) => {
    const config = { trustedProxies: '127.0.0.1', signInAddressLimit: 4 };
    const world = await limited(t, engine, { config });
    const from = ['192.0.2.1', '192.0.2.1:4001', '10.0.0.1, 192.0.2.1:4002', ' 192.0.2.1:4003'];
    for (const [n, one] of from.entries()) await fail(world, `nobody${n}@example.com`, 1, one);
    assert.equal(await signIn(world, dan, password, '192.0.2.1:4004'), 429);
    assert.equal(await signIn(world, dan, password, '192.0.2.2:4004'), 200);
    const six = ['2001:db8:1:2::1', '[2001:db8:1:2::1]', '[2001:db8:1:2::2]:4001', '[2001:db8:1:2::3]:4002'];
    for (const [n, one] of six.entries()) await fail(world, `no${n}@example.com`, 1, one);
    assert.equal(await signIn(world, dan, password, '[2001:db8:1:2::4]:4003'), 429);
  });

  test('Failed sign-ins do not include successful ones, however many', async (t) => {
    const world = await limited(t, engine, { config: { signInAddressLimit: 2 } });
    for (let n = 0; n < 4; n++) assert.equal(await signIn(world, dan), 200);
  });

  test('Failed sign-ins count alike through the API, the sign-in page and the web client', async (t) => {
    const world = await limited(t, engine);
    await fail(world, dan, 2);
    for (const given of ['wrong 1', 'wrong 2'])
      assert.equal((await signInPage(world, dan, given)).status, 401);
    const client = (given: string) =>
      world.anonymous.post(
        '/heddle/sessions',
        { username: dan, password: given },
        { headers: { 'x-heddle-client': 'web' } },
      );
    assert.equal((await client('wrong 3')).status, 401);
    assert.equal((await client(password)).status, 429);
    assert.equal((await signInPage(world, dan, password)).status, 429);
    assert.equal(await signIn(world, dan), 429);
  });

  test('Failed sign-ins count for one account in any case of the email', async (t) => {
    const world = await limited(t, engine);
    for (const name of [dan, 'DAN@example.com', ' Dan@Example.COM ', 'dan@EXAMPLE.com', 'dAN@example.com'])
      await fail(world, name, 1);
    assert.equal(await signIn(world, 'Dan@example.com'), 429);
  });

  test('Failed sign-ins count for one account under both of its emails, without revealing that they are one', async (t) => {
    const world = await limited(t, engine);
    const alias = await hideAddress(world, world.people.dan.id);
    await fail(world, dan, 5);
    // As for a name that nobody has: five times wrong, then refused.
    for (let n = 0; n < 5; n++) assert.equal(await signIn(world, alias), 401, `the right password, ${n}`);
    assert.equal(await signIn(world, alias), 429);
    const unknown = 'user4711@hidden.invalid';
    await fail(world, unknown, 5);
    assert.equal(await signIn(world, unknown), 429);
  });

  test('Failed sign-ins are reset when the account signs in', async (t) => {
    const world = await limited(t, engine);
    for (let round = 0; round < 2; round++) {
      await fail(world, dan, 4);
      assert.equal(await signIn(world, dan), 200);
    }
  });

  test('Failed sign-ins are reset when the password is reset by email', async (t) => {
    const world = await limited(t, engine);
    await fail(world, dan, 5);
    const post = (path: string, fields: Record<string, string>) =>
      fetch(world.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    await post('/reset', { email: dan });
    await world.app.jobs.runDue();
    const [mail = ''] = await readOutbox(world.app.config.data);
    const path = /\/reset\/[\w-]{43}/.exec(mail)?.[0];
    assert.ok(path, mail);
    assert.equal((await post(path, { password: 'a shuttle and a reed' })).status, 303);
    assert.equal(await signIn(world, dan, 'a shuttle and a reed'), 200);
  });

  test('Failed sign-ins leave sessions of a locked account active, which can still change its password', async (t) => {
    const world = await limited(t, engine);
    const session = await getBrowser(world, 'dan');
    await fail(world, dan, 5);
    assert.equal((await session.get('/users/me')).status, 200);
    const passwords = { old_password: password, new_password: 'a shuttle and a reed' };
    assert.equal((await session.patch('/settings', passwords)).status, 200);
  });

  test('Failed attempts with the old password in the settings have a limit of their own', async (t) => {
    const world = await limited(t, engine);
    const session = await getBrowser(world, 'dan');
    const change = (old_password: string) =>
      session.patch('/settings', { old_password, new_password: 'a shuttle and a reed' });
    for (let n = 0; n < 5; n++) assert.equal((await change(`guess ${n}`)).status, 400);
    assert.equal((await change(password)).status, 429);
    assert.equal(await signIn(world, dan), 200);
  });

  test('Failed sign-ins are limited as configured', async (t) => {
    const world = await limited(t, engine, { config: { signInAccountLimit: 2 } });
    await fail(world, dan, 2);
    assert.equal(await signIn(world, dan), 429);
  });

  test('Failed sign-ins are logged with address and account, but never with what was typed', async (t) => {
    const kept = keepLog();
    const world = await limited(t, engine, { log: kept.log, config: { signInAccountLimit: 1 } });
    await fail(world, ` ${dan.toUpperCase()}`, 1);
    await signIn(world, dan, 'canary');
    await signIn(world, 'nobody@example.com', 'canary');
    await signIn(world, 'my canary', 'canary');
    const [first, ...unknown] = kept.saying('sign-in failed');
    assert.deepEqual(
      [first?.level, first?.address, first?.account, first?.user, first?.organization],
      [30, '127.0.0.1', dan, world.people.dan.id, world.orgId],
    );
    assert.deepEqual(
      unknown.map((line) => [line.account, line.user]),
      [
        ['nobody@example.com', null],
        [null, null],
      ],
    );
    const refused = kept.saying('sign-in refused after too many failures');
    assert.deepEqual(
      refused.map((line) => line.user),
      [world.people.dan.id],
    );
    assert.ok(!kept.lines.join('').includes('canary'));
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Authenticator } from '../../../../tests/support/authenticator.ts';
import { BrowserClient, getBrowser, getCookie } from '../../../../tests/support/clients/browser.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { codeAt } from '../../../../tests/support/two-factor.ts';
import { emailsTo } from '../../../../tests/support/fixtures/mail.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { hashPassword } from '../../lib/passwords.ts';

const password = 'a loom and a half';
const passwordHash = await hashPassword(password);
const typed = { username: 'dan@example.com', password };

async function start(browser: BrowserClient) {
  const { status, json } = await browser.post('/heddle/passkeys/challenge', { password });
  assert.equal(status, 200, json.msg);
  return { state: String(json.state), challenge: String(json.challenge) };
}

async function add(world: World, browser: BrowserClient, key = new Authenticator(), name = 'Key ring') {
  const { state, challenge } = await start(browser);
  const made = key.create({ origin: world.url, challenge });
  const reply = await browser.post('/heddle/passkeys', { state, name, ...made });
  assert.equal(reply.status, 200, reply.json.msg);
  return { key, codes: reply.json.recovery_codes as string[] };
}

async function send(world: World, path: string, fields: Record<string, string>) {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const body = new URLSearchParams(fields);
  const response = await fetch(world.url + path, { method: 'POST', body, redirect: 'manual', headers });
  const cookie = getCookie(response.headers.getSetCookie().join());
  return { status: response.status, text: await response.text(), cookie };
}

const hidden = (page: string, name: string): string =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';

/** What the form of a page asks of the authenticator. */
function asked(page: string, form = page.slice(page.indexOf('id="passkey"'))) {
  const request = (/data-request="([^"]+)"/.exec(form)?.[1] ?? '{}').replaceAll('&quot;', '"');
  const { challenge } = JSON.parse(request) as { challenge?: string };
  return { state: hidden(form, 'state'), challenge: challenge ?? '' };
}

const openSignIn = async (world: World) => asked(await (await fetch(`${world.url}/login`)).text());

onBothEngines('Passkeys', (engine) => {
  test('A passkey signs in alone, and as the second step of a password', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    assert.doesNotMatch(await (await fetch(`${world.url}/login`)).text(), /id="passkey"/);
    const browser = await getBrowser(world, 'dan');
    const elsewhere = await getBrowser(world, 'dan');
    const { key, codes } = await add(world, browser);
    assert.equal(codes.length, 10);
    assert.deepEqual(
      [(await browser.get('/users/me')).status, (await elsewhere.get('/users/me')).status],
      [200, 401],
    );

    const first = await openSignIn(world);
    const credential = key.get({ origin: world.url, ...first });
    const alone = await send(world, '/login/passkey', { state: first.state, credential, next: '/inbox' });
    assert.equal(alone.status, 303);
    assert.equal(
      (await new BrowserClient(world.url, alone.cookie).get('/users/me')).json.user_id,
      world.people.dan.id,
    );
    assert.equal((await send(world, '/login/passkey', { state: first.state, credential })).status, 401);

    const page = await send(world, '/login', typed);
    assert.match(page.text, /<h1>Enter your code<\/h1>/);
    const second = asked(page.text);
    const step = hidden(page.text, 'step');
    const both = key.get({ origin: world.url, ...second });
    const done = await send(world, '/login/code/passkey', { step, state: second.state, credential: both });
    assert.equal(done.status, 303);
    const code = await send(world, '/login/code', { step, code: codes[0] ?? '' });
    assert.equal(code.status, 303);
    assert.equal((await world.anonymous.post('/fetch_api_key', typed)).json.code, 'TWO_FACTOR_REQUIRED');
  });

  test('Assertions of another origin, challenge, type, key or organization, and without a person, are refused', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const { key } = await add(world, await getBrowser(world, 'dan'));
    const eve = new Authenticator();
    const refused = async (why: string, by: Authenticator, tricks: Parameters<Authenticator['get']>[1]) => {
      const { state, challenge } = await openSignIn(world);
      const credential = by.get({ origin: world.url, challenge }, tricks);
      const reply = await send(world, '/login/passkey', { state, credential });
      assert.deepEqual([reply.status, reply.cookie], [401, ''], why);
      assert.match(reply.text, /role="alert">The passkey was not accepted/);
    };
    await refused('origin', key, { origin: 'https://evil.example' });
    await refused('port', key, { origin: `${world.url}1` });
    await refused('RP ID', key, { rpId: 'evil.example' });
    await refused('challenge', key, { challenge: 'AAAA' });
    await refused('type', key, { type: 'webauthn.create' });
    await refused('presence', key, { flags: 4 });
    await refused('verification', key, { flags: 1 });
    await refused('key', eve, {});
    for (const credential of [
      '',
      '{',
      'null',
      '[]',
      '{"id":7}',
      String.raw`{"id":"\u0000"}`,
      String.raw`{"id":"\ud800"}`,
      key.get({ origin: world.url, challenge: '' }),
    ])
      assert.equal((await send(world, '/login/passkey', { state: 'forged', credential })).status, 401);
    const other = await makeWorld(t, engine, { passwordHash });
    const there = await openSignIn(world);
    const credential = key.get({ origin: other.url, ...there });
    assert.equal((await send(other, '/login/passkey', { state: there.state, credential })).status, 401);
  });

  test('A passkey of someone else is no second step, nor is a challenge for another use', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    await add(world, await getBrowser(world, 'dan'));
    const { key: eves } = await add(world, await getBrowser(world, 'eve'));
    const page = (await send(world, '/login', typed)).text;
    const { state, challenge } = asked(page);
    const credential = eves.get({ origin: world.url, challenge });
    const fields = { step: hidden(page, 'step'), state, credential };
    assert.equal((await send(world, '/login/code/passkey', fields)).status, 401);
    const alone = await openSignIn(world);
    const signed = eves.get({ origin: world.url, ...alone });
    const reused = { ...fields, state: alone.state, credential: signed };
    assert.equal((await send(world, '/login/code/passkey', reused)).status, 401);
  });

  test('The password and an API key from before add no authenticator app to an account with a passkey', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const byKey = world.as('dan');
    const setUp = (by: typeof byKey | BrowserClient) => by.post('/heddle/two_factor/setup', { password });
    const confirm = (by: typeof byKey | BrowserClient, { json }: Awaited<ReturnType<typeof setUp>>) =>
      by.post('/heddle/two_factor', { setup: String(json.setup), code: codeAt(String(json.secret), 0) });
    const begun = await setUp(byKey);
    const browser = await getBrowser(world, 'dan');
    await add(world, browser);
    for (const { status, json } of [await confirm(byKey, begun), await setUp(byKey)])
      assert.deepEqual([status, json.msg.includes('in a browser session')], [400, true]);
    assert.equal((await confirm(browser, await setUp(browser))).status, 200);
  });

  test('A passkey whose counter goes back is refused', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const { key } = await add(world, await getBrowser(world, 'dan'));
    const statuses: number[] = [];
    for (const counter of [7, 7, 6, 8]) {
      const { state, challenge } = await openSignIn(world);
      const credential = key.get({ origin: world.url, challenge }, { counter });
      statuses.push((await send(world, '/login/passkey', { state, credential })).status);
    }
    assert.deepEqual(statuses, [303, 401, 401, 303]);
  });

  test('Passkeys are added, named and removed by their owner in a session, with the password', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const dan = await getBrowser(world, 'dan');
    const { key } = await add(world, dan);
    const byKey = await world.as('dan').post('/heddle/passkeys/challenge', { password });
    assert.match(byKey.json.msg, /browser session/);
    assert.equal((await dan.post('/heddle/passkeys/challenge', { password: 'guessed' })).status, 400);
    const { state, challenge } = await start(dan);
    const again = { state, name: 'Twice', ...key.create({ origin: world.url, challenge }) };
    assert.match((await dan.post('/heddle/passkeys', again)).json.msg, /already been added/);
    const next = await start(dan);
    const foreign = new Authenticator().create(
      { origin: world.url, ...next },
      { origin: 'https://evil.example' },
    );
    assert.equal(
      (await dan.post('/heddle/passkeys', { state: next.state, name: 'Evil', ...foreign })).status,
      400,
    );
    await add(world, dan, new Authenticator(), 'Laptop');
    const list = async () =>
      (await dan.get('/heddle/passkeys')).json.passkeys as { id: number; name: string }[];
    const [first, second] = await list();
    assert.deepEqual([first?.name, second?.name], ['Key ring', 'Laptop']);
    const path = `/heddle/passkeys/${first?.id}`;
    const eve = await getBrowser(world, 'eve');
    assert.equal((await eve.patch(path, { name: 'Mine' })).status, 400);
    assert.equal((await eve.delete(path, { password })).status, 400);
    for (const name of ['  ', 'a\u0000b']) assert.equal((await dan.patch(path, { name })).status, 400);
    assert.equal((await dan.patch(path, { name: 'Blue key' })).status, 200);
    assert.equal((await list())[0]?.name, 'Blue key');
    assert.equal((await dan.delete(path, { password: 'guessed' })).status, 400);
    assert.equal((await dan.delete(path, { password })).status, 200);
    await world.as('ada').patch('/heddle/sign_in_policy', { require_two_factor: true, grace_days: 0 });
    const last = await dan.delete(`/heddle/passkeys/${second?.id}`, { password });
    assert.match(last.json.msg, /requires two-factor/);
    assert.equal((await list()).length, 1);
    await world.as('ada').delete(`/users/${world.people.dan.id}/two_factor`);
    assert.deepEqual(await list(), []);
    const emails = await emailsTo(world, 'dan@example.com');
    for (const text of [/A passkey was added/, /A passkey was removed/])
      assert.ok(emails.some(({ subject }) => text.test(subject)));
  });
});

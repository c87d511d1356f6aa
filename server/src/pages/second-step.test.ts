import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BrowserClient, getCookie } from '../../../tests/support/clients/browser.ts';
import { onBothEngines } from '../../../tests/support/engines.ts';
import { codeAt, turnOnTwoFactor } from '../../../tests/support/two-factor.ts';
import { makeWorld, type World } from '../../../tests/support/world.ts';
import { hashPassword } from '../lib/passwords.ts';

const password = 'a loom and a half';
const passwordHash = await hashPassword(password);
const typed = { username: 'dan@example.com', password };

async function send(world: World, path: string, fields: Record<string, string>, headers = {}) {
  const response = await fetch(world.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });
  return { response, status: response.status, text: await response.text() };
}

const hidden = (page: string, name: string): string =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';

async function isSignedIn(world: World, { headers }: Response): Promise<boolean> {
  const session = headers.getSetCookie().find((line) => line.startsWith('heddle_session='));
  const cookie = getCookie(session ?? '');
  return (await new BrowserClient(world.url, cookie).get('/users/me')).status === 200;
}

onBothEngines('The second step of the sign-in page', (engine) => {
  test('The sign-in page asks for a code, and signs in with it', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const { secret } = await turnOnTwoFactor(world.as('dan'), password);
    const first = await send(world, '/login', { ...typed, next: '/inbox' });
    assert.deepEqual([first.status, first.response.headers.getSetCookie()], [200, []]);
    assert.match(first.text, /<h1>Enter your code<\/h1>/);
    const step = hidden(first.text, 'step');
    const wrong = await send(world, '/login/code', { step, code: '12 34 56' });
    assert.deepEqual([wrong.status, wrong.response.headers.getSetCookie()], [401, []]);
    assert.match(wrong.text, /role="alert">Incorrect code/);
    const code = codeAt(secret, 0);
    const right = await send(world, '/login/code', { step, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    assert.deepEqual([right.status, right.response.headers.get('location')], [303, '/inbox']);
    assert.ok(await isSignedIn(world, right.response));
  });

  test('A first step is refused when it is forged, of another purpose, from another site, or of a former password', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const { secret } = await turnOnTwoFactor(world.as('dan'), password);
    const step = hidden((await send(world, '/login', typed)).text, 'step');
    const code = codeAt(secret, 1);
    const app = hidden(await (await fetch(`${world.url}/accounts/login/browser`)).text(), 'app');
    const forgedEnd = step.replace(/.(.{20})$/, (end) => (end.startsWith('A') ? 'B' : 'A') + end.slice(1));
    for (const forged of ['', forgedEnd, app])
      assert.equal((await send(world, '/login/code', { step: forged, code })).status, 400);
    assert.equal((await send(world, '/login/continue', { step })).status, 400);
    const foreign = await send(world, '/login/code', { step, code }, { 'sec-fetch-site': 'cross-site' });
    assert.equal(foreign.status, 403);
    const settings = { old_password: password, new_password: 'warp and weft and shuttle' };
    assert.equal((await world.as('dan').patch('/settings', settings)).status, 200);
    assert.match((await send(world, '/login/code', { step, code })).text, /The sign-in has expired/);
  });

  test('Where two-factor authentication is required, the sign-in page sets it up first', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    await world.as('ada').patch('/heddle/sign_in_policy', { require_two_factor: true, grace_days: 0 });
    const first = await send(world, '/login', { ...typed, next: '/inbox' });
    assert.match(first.text, /<svg xmlns/);
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(first.text)?.[1] ?? '').replaceAll(' ', '');
    const fields = { step: hidden(first.text, 'step'), setup: hidden(first.text, 'setup') };
    const wrong = await send(world, '/login/setup', { ...fields, code: '1' });
    assert.equal(wrong.status, 400);
    assert.equal(hidden(wrong.text, 'setup'), fields.setup);
    assert.equal(
      (await send(world, '/login/code', { step: fields.step, code: codeAt(secret, 0) })).status,
      401,
    );
    const done = await send(world, '/login/setup', { ...fields, code: codeAt(secret, 0) });
    assert.deepEqual([done.status, done.response.headers.getSetCookie()], [200, []]);
    assert.equal(done.text.match(/<li><code>[a-z2-7]{4}(-[a-z2-7]{4}){3}<\/code>/g)?.length, 10);
    const step = hidden(done.text, 'step');
    const signedIn = await send(world, '/login/continue', { step });
    assert.equal(signedIn.response.headers.get('location'), '/inbox');
    assert.ok(await isSignedIn(world, signedIn.response));
    for (const used of [step, `${step}x`, ` ${step}`])
      assert.equal((await send(world, '/login/continue', { step: used })).status, 400);
    // The setup cannot be repeated with the first step of before: now a code is asked for.
    const again = await send(world, '/login/setup', { ...fields, code: codeAt(secret, 1) });
    assert.match(again.text, /<h1>Enter your code<\/h1>/);
  });

  test('An app gets its key from a browser, with a code and without', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const otp = 'ab'.repeat(32);
    const open = async () => {
      const page = await fetch(`${world.url}/accounts/login/browser?mobile_flow_otp=${otp}`);
      assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self' zulip:/);
      return hidden(await page.text(), 'app');
    };
    const decrypt = (location: string | null) => {
      const query = new URL(location ?? '').searchParams;
      assert.deepEqual([query.get('email'), query.get('realm')], ['dan@example.com', world.url]);
      const pad = Buffer.from(otp, 'hex');
      const bytes = Buffer.from(query.get('otp_encrypted_api_key') ?? '', 'hex');
      return String.fromCharCode(...bytes.map((byte, i) => byte ^ (pad[i] ?? 0)));
    };
    const plain = await send(world, '/login', { ...typed, app: await open() });
    assert.equal(plain.status, 302);
    assert.equal(decrypt(plain.response.headers.get('location')), world.people.dan.apiKey);
    const { secret } = await turnOnTwoFactor(world.as('dan'), password);
    const first = await send(world, '/login', { ...typed, app: await open() });
    const code = codeAt(secret, 0);
    const second = await send(world, '/login/code', { step: hidden(first.text, 'step'), code });
    assert.equal(decrypt(second.response.headers.get('location')), world.people.dan.apiKey);
    assert.deepEqual(second.response.headers.getSetCookie(), []);
    assert.equal((await send(world, '/login', { ...typed, app: 'forged' })).status, 400);
    assert.equal((await fetch(`${world.url}/accounts/login/browser?mobile_flow_otp=1`)).status, 400);
  });

  test('The desktop app signs in with a token of the browser', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const path = '/accounts/login/browser';
    // COMPAT(ZulipElectron): the name of the program.
    const inApp = await fetch(world.url + path, { headers: { 'user-agent': 'ZulipElectron/5.12' } });
    assert.match(await inApp.text(), /id="browser"/);
    assert.match(inApp.headers.getSetCookie().join(), /heddle_desktop=1; Path=\/; HttpOnly; SameSite=Lax/);
    const otp = 'cd'.repeat(32);
    const page = await (await fetch(`${world.url}${path}?desktop_flow_otp=${otp}`)).text();
    const shown = await send(world, '/login', { ...typed, app: hidden(page, 'app') });
    const data = Buffer.from(
      /id="desktop-data" type="text" value="([0-9a-f]+)"/.exec(shown.text)?.[1] ?? '',
      'hex',
    );
    const key = await crypto.subtle.importKey('raw', Buffer.from(otp, 'hex'), 'AES-GCM', false, ['decrypt']);
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: data.subarray(0, 12) },
      key,
      data.subarray(12),
    );
    const token = Buffer.from(opened).toString();
    const finish = (cookie?: string) =>
      fetch(`${world.url}/accounts/login/subdomain/${token}`, {
        redirect: 'manual',
        headers: cookie === undefined ? {} : { cookie },
      });
    assert.equal((await finish()).status, 400, 'a browser that began nothing is not signed in by the link');
    const done = await finish('heddle_desktop=1');
    assert.equal(done.status, 303);
    assert.ok(await isSignedIn(world, done));
  });
});

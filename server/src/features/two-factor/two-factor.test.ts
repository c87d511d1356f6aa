import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BrowserClient, getBrowser } from '../../../../tests/support/clients/browser.ts';
import { addOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { emailsTo } from '../../../../tests/support/fixtures/mail.ts';
import { codeAt, turnOnTwoFactor, type SecondFactor } from '../../../../tests/support/two-factor.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { roles } from '../../../../wire/core.ts';
import { hashPassword } from '../../lib/passwords.ts';

const password = 'a loom and a half';
const passwordHash = await hashPassword(password);
const username = 'dan@example.com';

const fetchKey = (world: World, two_factor_code?: string) =>
  world.anonymous.post('/fetch_api_key', {
    username,
    password,
    ...(two_factor_code === undefined ? {} : { two_factor_code }),
  });
const start = (world: World) => world.as('dan').post('/heddle/two_factor/setup', { password });
const turnOn = (world: World): Promise<SecondFactor> => turnOnTwoFactor(world.as('dan'), password);

onBothEngines('Two-factor authentication', (engine) => {
  test('A password alone fetches no API key once two-factor authentication is on, and with a code it does', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const { secret } = await turnOn(world);
    const { status, json } = await fetchKey(world);
    assert.deepEqual([status, json.code], [401, 'TWO_FACTOR_REQUIRED']);
    assert.match(json.msg, /Sign in with your browser/);
    const right = await fetchKey(world, codeAt(secret, 0));
    assert.equal(right.json.api_key, world.people.dan.apiKey);
    const wrongPassword = { username, password: 'guessed', two_factor_code: codeAt(secret, 1) };
    assert.equal(
      (await world.anonymous.post('/fetch_api_key', wrongPassword)).json.code,
      'AUTHENTICATION_FAILED',
    );
  });

  test('After twenty wrong codes in a day no code is taken any more, however slowly they came', async (t) => {
    const config = { signInAccountLimit: 1000, signInAddressLimit: 1000 };
    const world = await makeWorld(t, engine, { passwordHash, rateLimits: 'on', config });
    const { secret } = await turnOn(world);
    for (let i = 0; i < 20; i++)
      assert.equal((await fetchKey(world, '000000')).json.code, 'TWO_FACTOR_FAILED');
    const { status, json } = await fetchKey(world, codeAt(secret, 0));
    assert.deepEqual([status, json.code], [429, 'RATE_LIMIT_HIT']);
  });

  test('A code works once, and so does each recovery code', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const { secret, recoveryCodes } = await turnOn(world);
    const [recovery = ''] = recoveryCodes;
    assert.equal(recoveryCodes.length, 10);
    for (const code of [codeAt(secret, 1), recovery.toUpperCase()]) {
      assert.equal((await fetchKey(world, code)).status, 200);
      assert.equal((await fetchKey(world, code)).json.code, 'TWO_FACTOR_FAILED');
    }
    const { json } = await world.as('dan').get('/heddle/two_factor');
    assert.deepEqual([json.is_on, json.recovery_codes_left, json.required_from], [true, 9, null]);
    const emails = await emailsTo(world, username);
    for (const text of [/requires a code from your authenticator app/, /9 recovery codes are left/])
      assert.ok(
        emails.some((email) => text.test(email.text)),
        String(text),
      );
  });

  test('Two sign-ins with the same code at the same time are one sign-in', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const { secret } = await turnOn(world);
    const replies = await Promise.all([1, 2, 3].map(() => fetchKey(world, codeAt(secret, 1))));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401, 401]);
  });

  test('Wrong codes are limited for each account, a right password does not clear the count, and the account is warned', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash, rateLimits: 'on' });
    const { secret } = await turnOn(world);
    for (let n = 0; n < 5; n++) {
      assert.equal((await fetchKey(world, '000000')).json.code, 'TWO_FACTOR_FAILED');
      assert.equal((await fetchKey(world)).json.code, 'TWO_FACTOR_REQUIRED');
    }
    assert.equal((await fetchKey(world, codeAt(secret, 1))).status, 429);
    assert.equal((await world.as('dan').get('/users/me')).status, 200);
    const warnings = (await emailsTo(world, username)).filter(({ text }) =>
      text.includes('several wrong codes'),
    );
    assert.equal(warnings.length, 1);
  });

  test('A browser session starts with a code only, and turning two-factor on ends the other sessions', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const [here, elsewhere] = [await getBrowser(world, 'dan'), await getBrowser(world, 'dan')];
    const { secret } = await turnOnTwoFactor(here, password);
    assert.deepEqual(
      [(await here.get('/users/me')).status, (await elsewhere.get('/users/me')).status],
      [200, 401],
    );
    const browser = new BrowserClient(world.url);
    const given = { username, password };
    assert.equal((await browser.post('/heddle/sessions', given)).json.code, 'TWO_FACTOR_REQUIRED');
    const both = { ...given, two_factor_code: codeAt(secret, 1) };
    assert.equal((await browser.post('/heddle/sessions', both)).status, 200);
    assert.equal((await browser.get('/users/me')).status, 200);
  });

  test('Setting up asks for the password, and changes nothing without a code of the app', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const dan = world.as('dan');
    assert.equal((await dan.post('/heddle/two_factor/setup', { password: 'guessed' })).status, 400);
    const { json } = await start(world);
    assert.match(String(json.uri), /^otpauth:\/\/totp\/Weavers:dan%40example\.com\?secret=[A-Z2-7]{32}&/);
    assert.match(String(json.qr_code), /^<svg /);
    const setup = String(json.setup);
    const code = codeAt(String(json.secret), 0);
    assert.equal((await dan.post('/heddle/two_factor', { setup, code: '12345' })).status, 400);
    assert.equal((await world.as('eve').post('/heddle/two_factor', { setup, code })).status, 400);
    assert.equal((await dan.post('/heddle/two_factor', { setup: `${setup}x`, code })).status, 400);
    assert.equal((await fetchKey(world)).status, 200);
    assert.equal((await dan.post('/heddle/two_factor', { setup, code })).status, 200);
    assert.equal((await dan.post('/heddle/two_factor', { setup, code })).status, 400);
    assert.equal((await start(world)).status, 400);
  });

  test('Turning it off and new recovery codes need the password and a code', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const dan = world.as('dan');
    const { recoveryCodes } = await turnOn(world);
    const [first = '', second = '', third = ''] = recoveryCodes;
    const path = '/heddle/two_factor';
    assert.equal((await dan.delete(path, { password: 'guessed', code: first })).status, 400);
    assert.equal((await dan.delete(path, { password, code: 'aaaa-aaaa-aaaa-aaaa' })).status, 400);
    const renewed = await dan.post(`${path}/recovery_codes`, { password, code: first });
    assert.equal((await dan.delete(path, { password, code: second })).status, 400);
    assert.ok(!(renewed.json.recovery_codes as string[]).includes(third));
    const [fresh = ''] = renewed.json.recovery_codes as string[];
    assert.equal((await dan.delete(path, { password, code: fresh })).status, 200);
    assert.equal((await fetchKey(world)).status, 200);
    assert.equal((await dan.delete(path, { password, code: fresh })).status, 400);
  });

  test('An owner resets it for a person of their organization, and nobody else does', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    await turnOn(world);
    const path = `/users/${world.people.dan.id}/two_factor`;
    assert.equal((await world.as('dan').delete(path)).status, 403);
    const { ownerId } = await addOrganization(world);
    assert.equal((await world.as('ada').delete(`/users/${ownerId}/two_factor`)).status, 400);
    assert.equal((await fetchKey(world)).status, 401);
    assert.equal((await world.as('ada').delete(path)).status, 200);
    assert.equal((await fetchKey(world)).status, 200);
    const { json } = await world.as('ada').get('/realm/audit_log', { limit: 1 });
    assert.equal(json.entries[0].action, 'user.reset_two_factor');
    const emails = await emailsTo(world, username);
    assert.ok(emails.some(({ text }) => text.includes('An administrator has turned')));
  });

  test('An owner cannot reset it for themselves, which would take no password and no code, nor by a bot', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const ada = world.as('ada');
    await turnOnTwoFactor(ada, password);
    const bot = await makeBot(world, 'ada');
    assert.equal((await ada.patch(`/users/${bot.id}`, { role: roles.owner })).status, 200);
    for (const [client, why] of [
      [ada, /your own account/],
      [world.as(bot), /bot/],
    ] as const) {
      const { status, json } = await client.delete(`/users/${world.people.ada.id}/two_factor`);
      assert.equal(status, 400);
      assert.match(json.msg, why);
    }
    assert.equal((await ada.get('/heddle/two_factor')).json.is_on, true);
  });

  test('An organization requires it after a grace period, which cannot be begun again', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const change = (who: 'ada' | 'dan', require_two_factor: boolean, grace_days: number) =>
      world.as(who).patch('/heddle/sign_in_policy', { require_two_factor, grace_days });
    assert.equal((await change('dan', true, 0)).status, 403);
    const later = await change('ada', true, 7);
    assert.ok(Number(later.json.two_factor_required_from) > Date.now() / 1000 + 6 * 86_400);
    assert.equal((await fetchKey(world)).status, 200);
    await change('ada', true, 0);
    assert.equal((await fetchKey(world)).json.code, 'TWO_FACTOR_SETUP_REQUIRED');
    await change('ada', true, 90);
    assert.equal((await fetchKey(world)).json.code, 'TWO_FACTOR_SETUP_REQUIRED');
    const { recoveryCodes } = await turnOn(world);
    const [code = ''] = recoveryCodes;
    const kept = await world.as('dan').delete('/heddle/two_factor', { password, code });
    assert.match(kept.json.msg, /requires two-factor/);
    await change('ada', false, 0);
    assert.equal((await world.as('dan').delete('/heddle/two_factor', { password, code })).status, 200);
  });

  test('Apps are offered the browser where someone uses two-factor authentication', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const entries = async () =>
      (await world.anonymous.get('/server_settings')).json.external_authentication_methods as object[];
    assert.deepEqual(await entries(), []);
    await turnOn(world);
    assert.deepEqual(await entries(), [
      {
        name: 'heddle:browser',
        display_name: 'Browser',
        display_icon: null,
        login_url: '/accounts/login/browser',
        signup_url: '/join',
      },
    ]);
  });
});

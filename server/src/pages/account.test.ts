import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../../../tests/support/client.ts';
import { getBrowser } from '../../../tests/support/clients/browser.ts';
import { addOrganization, setOrganization } from '../../../tests/support/change.ts';
import { onBothEngines } from '../../../tests/support/engines.ts';
import { listen } from '../../../tests/support/listen.ts';
import { makeWorld, type World } from '../../../tests/support/world.ts';
import { disposableCheck } from '../features/domains/addresses.ts';
import { setGrant } from '../core/users/index.ts';
import { requestEmailChange } from '../features/users/change-email.ts';
import { readOutbox } from '../lib/mail/deliver.ts';

const password = 'a shuttle and a reed';

const send = (world: World, path: string, fields: Record<string, string> = {}) =>
  fetch(world.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
const visit = (world: World, path: string) => fetch(world.url + path, { redirect: 'manual' });
const signIn = (world: World, username: string) =>
  world.anonymous.post('/fetch_api_key', { username, password });

/** The mail that was sent, the newest first. */
async function mail(world: World): Promise<string[]> {
  await world.app.jobs.runDue();
  return readOutbox(world.app.config.data);
}

async function pathInMail(world: World): Promise<string> {
  for (const message of await mail(world)) {
    const found = /http:\/\/localhost:\d+(\/(?:reset|confirm-email)\/[\w-]{43})/.exec(message)?.[1];
    if (found !== undefined) return found;
  }
  return assert.fail('no mail has a link');
}

async function change(world: World, email: string): Promise<void> {
  const isDisposable = await disposableCheck();
  await world.app.db.write(world.orgId, { id: world.people.dan.id }, (tx) =>
    requestEmailChange(tx, world.people.dan.id, email, isDisposable),
  );
}

onBothEngines('Password resets', (engine) => {
  test('A password reset link works once and ends all sessions', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const dan = await getBrowser(world, 'dan');
    assert.equal((await send(world, '/reset', { email: 'DAN@example.com' })).status, 200);
    const path = await pathInMail(world);
    assert.match(await (await visit(world, path)).text(), /autocomplete="new-password"/);
    assert.equal((await dan.get('/users/me')).status, 200);
    const response = await send(world, path, { password });
    const next = response.headers.get('location') ?? '';
    assert.equal(response.status, 303);
    assert.doesNotMatch(next, /dan/i, 'no log has the address');
    assert.match(
      await (await visit(world, next)).text(),
      /value="dan@example\.com"[^]*name="password"[^>]* autofocus/,
    );
    assert.equal((await dan.get('/users/me')).status, 401);
    const { json } = await signIn(world, 'dan@example.com');
    assert.notEqual(json.api_key, world.people.dan.apiKey, 'the API key ends too');
    for (const again of [await visit(world, path), await send(world, path, { password: 'another one 12' })])
      assert.equal(again.status, 404);
    assert.equal((await signIn(world, 'dan@example.com')).status, 200);
    assert.ok((await mail(world)).some((text) => text.includes('Your password for Weavers was changed')));
  });

  test('A password reset link ends when its person chooses a new password in the settings', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await send(world, '/reset', { email: 'dan@example.com' });
    await send(world, await pathInMail(world), { password });
    await send(world, '/reset', { email: 'dan@example.com' });
    const path = await pathInMail(world);
    assert.equal((await visit(world, path)).status, 200);
    const browser = await getBrowser(world, 'dan');
    const change = { old_password: password, new_password: 'a reed and a shuttle' };
    assert.equal((await browser.patch('/settings', change)).status, 200);
    assert.equal((await send(world, path, { password: 'another one 12' })).status, 404);
  });

  test('API keys stay after a password reset where their owner wants that, and end with it otherwise', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { json } = await world.as('dan').post('/heddle/api_keys', { name: 'Loom', scopes: ['read'] });
    const client = new Client(world.url, { email: 'dan@example.com', apiKey: String(json.api_key) });
    await send(world, '/reset', { email: 'dan@example.com' });
    await send(world, await pathInMail(world), { password, keep: 'on' });
    assert.equal((await signIn(world, 'dan@example.com')).json.api_key, world.people.dan.apiKey);
    assert.equal((await client.get('/users/me')).status, 200);
    const browser = await getBrowser(world, 'dan');
    const change = { old_password: password, new_password: 'a reed and a shuttle', revoke_api_keys: true };
    assert.equal((await browser.patch('/settings', change)).status, 200);
    assert.equal((await browser.get('/users/me')).status, 200, 'the session that changes it stays');
    for (const ended of [client, world.as('dan')]) assert.equal((await ended.get('/users/me')).status, 401);
  });

  test('A password reset for an unknown address shows the same page and sends nothing', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const known = await (await send(world, '/reset', { email: 'dan@example.com' })).text();
    const unknown = await (await send(world, '/reset', { email: 'nan@example.com' })).text();
    assert.equal(unknown, known.replaceAll('dan@', 'nan@'));
    await send(world, '/reset', { email: 'welcome-bot@heddle.invalid' });
    const sent = await mail(world);
    assert.deepEqual(
      sent.map((text) => /^To: (.*)\r$/m.exec(text)?.[1]),
      ['dan@example.com'],
    );
  });

  test('A password reset link uses the server’s URL, whatever host a request names', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const body = new URLSearchParams({ email: 'dan@example.com' });
    await fetch(`${world.url}/reset`, {
      method: 'POST',
      body,
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    const [text = ''] = await mail(world);
    assert.ok(!text.includes('evil.example'));
    assert.match(text, /http:\/\/localhost:\d+\/reset\//);
  });

  test('A password reset refuses a weak password, an old link and the link of another organization', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await send(world, '/reset', { email: 'dan@example.com' });
    const first = await pathInMail(world);
    const weak = await send(world, first, { password: 'short' });
    assert.equal(weak.status, 400);
    assert.match(await weak.text(), /role="alert">The password is too weak/);
    const { orgId } = await addOrganization(world);
    const setLinks = (set: { org_id?: number; expires_at?: number }) =>
      world.app.db.write(world.orgId, 'system', (tx) => tx.q.updateTable('account_link').set(set).execute());
    await setLinks({ org_id: orgId });
    assert.equal((await send(world, first, { password })).status, 404);
    await setLinks({ org_id: world.orgId, expires_at: Date.now() - 1 });
    assert.equal((await send(world, first, { password })).status, 404);
    assert.equal((await signIn(world, 'dan@example.com')).status, 401);
  });

  test('Password resets are limited to five per half hour without blocking others at that address', async (t) => {
    const world = await makeWorld(t, engine, { rateLimits: 'on', config: { signInAddressLimit: 7 } });
    const ask = async (email: string) => (await send(world, '/reset', { email })).status;
    for (let i = 0; i < 5; i++) assert.equal(await ask('DAN@example.com'), 200);
    assert.equal(await ask('dan@example.com'), 429);
    assert.equal(await ask('eve@example.com'), 200);
    assert.equal(await ask('gus@example.com'), 429, 'the limit of the address');
  });
});

/** Changes and confirms it. @returns links against the change, the newest first */
async function changeTo(world: World, email: string): Promise<string[]> {
  await change(world, email);
  const confirming = (await mail(world)).flatMap((text) => /\/confirm-email\/[\w-]{43}/.exec(text) ?? []);
  assert.equal((await send(world, confirming[0] ?? '')).status, 200);
  return (await mail(world)).flatMap((text) => /\/undo-email\/[\w-]{43}/.exec(text) ?? []);
}

onBothEngines('Email changes', (engine) => {
  test('A new email is valid once confirmed, emitted to others, and reported to the old address', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const ada = await listen(world.as('ada'), { event_types: ['realm_user'] });
    await change(world, 'daniel@example.com');
    const path = await pathInMail(world);
    assert.match(await (await visit(world, path)).text(), /daniel@example\.com/);
    assert.deepEqual(await ada.received(), [], 'opening the link changes nothing');
    assert.equal((await send(world, path)).status, 200);
    const persons = (await ada.received()).map(({ person }) => person);
    const { id } = world.people.dan;
    assert.deepEqual(persons, [
      { user_id: id, delivery_email: 'daniel@example.com' },
      { user_id: id, new_email: 'daniel@example.com' },
    ]);
    assert.equal((await send(world, path)).status, 404);
    assert.ok(
      (await mail(world)).some((text) => /^To: dan@example\.com\r$/m.test(text) && text.includes('daniel@')),
    );
  });

  test('The former address undoes a change of email, also after a further one, and takes all that someone else may have', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { id } = world.people.dan;
    const intruder = await getBrowser(world, 'dan');
    const [toDan = ''] = await changeTo(world, 'thief@example.com');
    const [toThief = ''] = await changeTo(world, 'thief2@example.com');
    assert.match(await (await visit(world, toDan)).text(), /dan@example\.com/);
    assert.equal((await world.as('ada').get(`/users/${id}`)).json.user.delivery_email, 'thief2@example.com');
    assert.equal((await send(world, toThief)).status, 303);
    assert.equal((await send(world, toThief)).status, 404, 'once');
    const { status, headers } = await send(world, toDan);
    assert.equal(status, 303);
    const reset = new URL(headers.get('location') ?? '').pathname;
    assert.match(reset, /^\/reset\//);
    assert.equal((await world.as('ada').get(`/users/${id}`)).json.user.delivery_email, 'dan@example.com');
    assert.equal((await intruder.get('/users/me')).status, 401);
    assert.equal((await world.as('dan').get('/users/me')).status, 401);
    assert.equal((await send(world, reset, { password })).status, 303);
    assert.equal((await signIn(world, 'dan@example.com')).status, 200);
  });

  test('A change of email is undone neither for an account that has ended nor when someone else has the address', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const [path = ''] = await changeTo(world, 'daniel@example.com');
    await world.as('ada').post('/users', { email: 'dan@example.com', password, full_name: 'Dan Second' });
    assert.equal((await send(world, path)).status, 400);
    await world.as('ada').delete(`/users/${world.people.dan.id}`);
    assert.equal((await send(world, path)).status, 400);
    const ended = await send(world, '/undo-email/nothing');
    assert.equal(ended.status, 404);
    assert.doesNotMatch(await ended.text(), /href="\/reset"/, 'a new link is for passwords');
  });

  test('A new email is refused if it is taken, invalid, disallowed, or changes are disabled', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await assert.rejects(change(world, 'eve@example.com'), /already in use/);
    await assert.rejects(change(world, 'nonsense'), /valid email/);
    await setOrganization(world, { emails_restricted_to_domains: true });
    await assert.rejects(change(world, 'daniel@example.org'), /domain/);
    await world.as('ada').post('/realm/domains', { domain: 'example.org', allow_subdomains: false });
    await assert.rejects(change(world, 'dan+iel@example.org'), /with a \+ in them/);
    await setOrganization(world, { emails_restricted_to_domains: false, email_changes_disabled: true });
    await assert.rejects(change(world, 'daniel@example.org'), /disabled/);
    await setOrganization(world, {
      email_changes_disabled: false,
      disallow_disposable_email_addresses: true,
    });
    await assert.rejects(change(world, 'daniel@mailinator.com'), /Disposable/);
    assert.deepEqual(await mail(world), []);
  });

  test('Where owners want it, an email changes only once both addresses have confirmed, in either order', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const policy = '/heddle/sign_in_policy';
    assert.equal((await world.as('eve').patch(policy, { confirm_former_email: true })).status, 403);
    const { json } = await world.as('ada').patch(policy, { confirm_former_email: true });
    assert.equal(json.confirm_former_email, true);
    const current = async () =>
      String((await world.as('ada').get(`/users/${world.people.dan.id}`)).json.user.delivery_email);
    /** The link that was sent to this address about this change. */
    const linkTo = async (email: string, about = '/confirm-email/') => {
      const sent = (await mail(world)).find((text) => text.includes(`To: ${email}`) && text.includes(about));
      return (
        /\/confirm-(?:email|former)\/[\w-]{43}/.exec(sent ?? '')?.[0] ?? assert.fail(`no link for ${email}`)
      );
    };
    await change(world, 'daniel@example.com');
    const stale = await linkTo('dan@example.com', ' daniel@example.com');
    assert.match(
      await (await send(world, await linkTo('daniel@example.com'))).text(),
      /This address is confirmed/,
    );
    assert.equal(await current(), 'dan@example.com');
    await change(world, 'd@example.com');
    assert.equal((await send(world, stale)).status, 404, 'a link of an earlier change');
    const [former, added] = [
      await linkTo('dan@example.com', ' d@example.com'),
      await linkTo('d@example.com'),
    ];
    assert.match(await (await visit(world, former)).text(), /can change to <strong>d@example\.com/);
    assert.equal((await send(world, former)).status, 200);
    assert.equal((await send(world, former)).status, 404, 'once');
    assert.equal(await current(), 'dan@example.com');
    assert.match(await (await send(world, added)).text(), /has been changed/);
    assert.equal(await current(), 'd@example.com');
    await change(world, 'da@example.com');
    assert.equal((await send(world, await linkTo('da@example.com'))).status, 200);
    const last = await linkTo('d@example.com', ' da@example.com');
    await world.app.db.write(world.orgId, 'system', (tx) =>
      setGrant(tx, world.people.ada.id, 'can_change_user_emails', true),
    );
    await world.as('ada').patch(`/users/${world.people.dan.id}`, { new_email: 'danny@example.com' });
    assert.equal((await send(world, last)).status, 404, 'an administrator has changed it meanwhile');
    assert.equal(await current(), 'danny@example.com');
  });

  test('A new email is checked again at confirmation', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await change(world, 'daniel@example.com');
    const path = await pathInMail(world);
    await setOrganization(world, { email_changes_disabled: true });
    const refused = await send(world, path);
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /disabled in this organization/);
    await setOrganization(world, { email_changes_disabled: false, emails_restricted_to_domains: true });
    assert.match(await (await send(world, path)).text(), /of this domain cannot join/);
    await setOrganization(world, { emails_restricted_to_domains: false });
    await world.as('ada').delete(`/users/${world.people.dan.id}`);
    assert.equal((await send(world, path)).status, 404);
  });
});

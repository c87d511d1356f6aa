import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addChannel, setChannel, setOrganization } from '../../../../tests/support/change.ts';
import { Client, type Params } from '../../../../tests/support/client.ts';
import { askPage } from '../../../../tests/support/clients/pages.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeGroup, getGroup } from '../../../../tests/support/fixtures/groups.ts';
import { invite, listed } from '../../../../tests/support/fixtures/invites.ts';
import { emailsTo, joinPathFor } from '../../../../tests/support/fixtures/mail.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const hal = { full_name: 'Hal Nilsen', password: 'nobody will guess' };

async function open(world: World, path: string): Promise<[number, string]> {
  const response = await fetch(world.url + path);
  return [response.status, await response.text()];
}

const fill = (world: World, path: string, fields: Record<string, string>) =>
  fetch(world.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

const accounts = async (world: World): Promise<Params[]> =>
  (await world.as('ada').get('/users')).json.members;

const getHolder = async (world: World, email: string): Promise<Params | undefined> =>
  (await accounts(world)).find((one) => one.delivery_email === email);

/** As the person signs in with an app. */
async function signIn(world: World, username: string): Promise<Client> {
  const { status, json } = await world.anonymous.post('/fetch_api_key', { username, password: hal.password });
  assert.equal(status, 200, json.msg);
  return new Client(world.url, { email: username, apiKey: json.api_key });
}

/** Newest last, by sender. */
async function readMessages(client: Client): Promise<[string, string][]> {
  const window = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false };
  const { json } = await client.get('/messages', window);
  return json.messages.map((one: Params) => [String(one.sender_full_name), String(one.content)]);
}

const readSubscriptions = async (client: Client): Promise<unknown[]> =>
  ((await client.get('/users/me/subscriptions')).json.subscriptions as Params[])
    .map(({ name }) => name)
    .sort();

/** An invitation, and the link in its email. */
async function invited(world: World, who: Name, params: Params = {}): Promise<string> {
  const { status, json } = await invite(world, who, params);
  assert.equal(status, 200, json.msg);
  return joinPathFor(world, 'hal@example.com');
}

onBothEngines('Accepting an invitation', (engine) => {
  test('An invitation link creates the intended account, signs in and emits events', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const group = await makeGroup(world, 'ada', 'weavers');
    const { design, lounge, general } = world.channels;
    await world.as('ada').patch('/realm', { signup_announcements_stream_id: general });
    const path = await invited(world, 'ada', {
      stream_ids: [design, lounge],
      group_ids: [group],
      invite_as: 300,
      include_realm_default_subscriptions: true,
      welcome_message_custom_text: 'Mind the *loom*.',
    });
    const [status, page] = await open(world, path);
    assert.equal(status, 200);
    assert.match(page, /hal@example\.com/);
    const response = await fill(world, path, hal);
    assert.deepEqual([response.status, response.headers.get('location')], [303, '/']);
    assert.match(response.headers.get('set-cookie') ?? '', /^heddle_session=.+; HttpOnly/);
    const account = await getHolder(world, 'hal@example.com');
    assert.deepEqual([account?.full_name, account?.role], ['Hal Nilsen', 300]);
    const client = await signIn(world, 'hal@example.com');
    assert.deepEqual(await readSubscriptions(client), ['design', 'general', 'lounge']);
    assert.ok((await getGroup(world, group)).members.includes(Number(account?.user_id)));
    const notified = await readMessages(client);
    const mention = `@_**Hal Nilsen|${String(account?.user_id)}**`;
    assert.equal(notified[0]?.[0], 'Welcome Bot');
    assert.deepEqual(notified.slice(1), [
      ['Welcome Bot', 'Mind the *loom*.'],
      ['Notification Bot', `${mention} has joined this organization.`],
    ]);
    const ofAda = await readMessages(world.as('ada'));
    assert.deepEqual(ofAda[0], ['Notification Bot', `${mention} has accepted your invitation.`]);
    assert.deepEqual(await listed(world, 'ada'), []);
  });

  test('An invitation link subscribes to no unselected channels, and sends no notification where it is disabled', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await world.as('ben').patch('/realm', { welcome_message_custom_text: 'From all of us' });
    const path = await invited(world, 'ada', {
      notify_referrer_on_join: false,
      welcome_message_custom_text: '',
    });
    assert.equal((await fill(world, path, hal)).status, 303);
    const client = await signIn(world, 'hal@example.com');
    assert.deepEqual(await readSubscriptions(client), []);
    assert.equal((await readMessages(client)).length, 1);
    assert.deepEqual(await readMessages(world.as('ada')), []);
    await invite(world, 'dan', { invitee_emails: 'ida@example.com', welcome_message_custom_text: 'Mine' });
    const ida = { ...hal, full_name: 'Ida Berg' };
    assert.equal((await fill(world, await joinPathFor(world, 'ida@example.com'), ida)).status, 303);
    const welcomed = await readMessages(await signIn(world, 'ida@example.com'));
    assert.deepEqual(welcomed[1], ['Welcome Bot', 'From all of us']);
  });

  test('An invitation link leads to a second factor where one is required', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await world.as('ada').patch('/heddle/sign_in_policy', { require_two_factor: true, grace_days: 0 });
    const response = await fill(world, await invited(world, 'ada'), hal);
    assert.deepEqual([response.status, response.headers.get('set-cookie')], [200, null]);
    assert.match(await response.text(), /<h1>Set up two-factor authentication<\/h1>/);
    assert.equal((await getHolder(world, 'hal@example.com'))?.full_name, 'Hal Nilsen');
  });

  test('The sign-up form reports errors, keeps the input and escapes it', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const path = await invited(world, 'dan');
    const wrong: [Record<string, string>, RegExp][] = [
      [{ password: '12345678' }, /password is too weak/],
      [{ password: 'hal@example.com' }, /password is too weak/],
      [{ password: '' }, /password is too weak/],
      [{ full_name: ' ' }, /Name too short/],
      [{ full_name: `"><script>alert(1)</script>` }, /Invalid characters in name/],
    ];
    for (const [fields, text] of wrong) {
      const response = await fill(world, path, { ...hal, ...fields });
      assert.equal(response.status, 400);
      const page = await response.text();
      assert.match(page, text);
      const focused = new RegExp(`name="${Object.keys(fields)[0]}"[^>]* autofocus aria-invalid="true"`);
      assert.match(page, focused, 'the focus is in the field that is wrong');
      assert.ok(!page.includes('<script'));
      assert.ok(!page.includes(hal.password), 'a password is not sent back');
      assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    }
    assert.equal(await getHolder(world, 'hal@example.com'), undefined);
    assert.equal((await open(world, path))[0], 200);
  });

  test('A new account is in the language of the browser with its clock, otherwise in that of the organization', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await setOrganization(world, { default_language: 'fr' });
    const joinWith = async (name: string, wish: string): Promise<unknown[]> => {
      const email = `${name}@example.com`;
      await invite(world, 'ada', { invitee_emails: email });
      const form = { full_name: name, password: hal.password };
      const path = await joinPathFor(world, email);
      assert.equal((await askPage(world.url, { path, wish, form })).status, 303);
      const { json } = await (
        await signIn(world, email)
      ).post('/register', {
        fetch_event_types: ['user_settings'],
      });
      const { default_language, twenty_four_hour_time } = json.user_settings;
      return [default_language, twenty_four_hour_time];
    };
    assert.deepEqual(await joinWith('hal', 'de-AT, en;q=0.5'), ['de', true]);
    assert.deepEqual(await joinWith('ida', 'en'), ['en', false]);
    assert.deepEqual(await joinWith('kim', 'tlh'), ['fr', true]);
    const choose = async (clock: boolean) => {
      const defaults = { twenty_four_hour_time: clock };
      assert.equal((await world.as('ada').patch('/realm/user_settings_defaults', defaults)).status, 200);
    };
    await choose(false);
    assert.deepEqual(await joinWith('max', 'de'), ['de', false]);
    await choose(true);
    assert.deepEqual(await joinWith('lou', 'en'), ['en', true]);
    await choose(false);
    assert.deepEqual(await joinWith('pia', 'de'), ['de', false]);
  });

  test('Concurrent acceptances of an invitation create one account', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const path = await invited(world, 'dan');
    const before = (await accounts(world)).length;
    const names = ['Hal One', 'Hal Two', 'Hal Three'];
    const responses = await Promise.all(names.map((full_name) => fill(world, path, { ...hal, full_name })));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [303, 410, 410]);
    assert.equal((await accounts(world)).length, before + 1);
    assert.equal((await readMessages(world.as('dan'))).length, 1);
    const [status, page] = await open(world, path);
    assert.deepEqual([status, page.includes('This invitation has been used')], [410, true]);
  });

  test('An invitation link ends when it is revoked, resent or expired, or its inviter is deactivated', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const first = await invited(world, 'dan');
    const [one] = await listed(world, 'dan');
    await world.as('dan').post(`/invites/${one?.id ?? 0}/resend`);
    assert.equal((await open(world, first))[0], 404);
    const second = await joinPathFor(world, 'hal@example.com').then(async (path) =>
      path === first
        ? ((await emailsTo(world, 'hal@example.com'))[1]?.text.match(/\/join\/[\w-]+/)?.[0] ?? '')
        : path,
    );
    await world.as('dan').delete(`/invites/${one?.id ?? 0}`);
    assert.match((await open(world, second))[1], /has been revoked/);
    const ida = { invitee_emails: 'ida@example.com', invite_expires_in_minutes: 10 };
    await invite(world, 'dan', ida);
    const path = await joinPathFor(world, 'ida@example.com');
    const expire = (by: number) =>
      world.app.db.write(world.orgId, 'system', async (tx) => {
        await tx.q
          .updateTable('invitation')
          .set((eb) => ({ expires_at: eb('expires_at', '+', by) }))
          .execute();
      });
    await expire(-600_000);
    assert.match((await open(world, path))[1], /has expired[^]*<a href="\/login">Sign in<\/a>/);
    assert.equal((await fill(world, path, hal)).status, 410);
    await expire(600_000);
    assert.equal((await open(world, path))[0], 200);
    await world.as('ada').delete(`/users/${world.people.dan.id}`);
    assert.equal((await fill(world, path, hal)).status, 410);
    assert.equal(await getHolder(world, 'ida@example.com'), undefined);
    for (const wrong of [`${path}x`, path.slice(0, -1), '/join/x'])
      assert.equal((await open(world, wrong))[0], 404);
  });

  test('An invitation applies the rules at the time of acceptance', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const attic = await addChannel(world, { name: 'attic' });
    const group = await makeGroup(world, 'ada', 'weavers');
    const path = await invited(world, 'ada', {
      stream_ids: [attic, world.channels.lounge],
      group_ids: [group],
    });
    await setChannel(world, attic, { is_archived: 1 });
    await world.as('ada').post(`/user_groups/${group}/deactivate`);
    await setOrganization(world, { emails_restricted_to_domains: true });
    const refused = await fill(world, path, hal);
    assert.deepEqual([refused.status, await getHolder(world, 'hal@example.com')], [403, undefined]);
    await setOrganization(world, { emails_restricted_to_domains: false });
    assert.equal((await fill(world, path, hal)).status, 303);
    assert.deepEqual(await readSubscriptions(await signIn(world, 'hal@example.com')), ['lounge']);
    assert.deepEqual(
      (await getGroup(world, group)).members.includes(
        Number((await getHolder(world, 'hal@example.com'))?.user_id),
      ),
      false,
    );
  });

  test('An invitation link is void once the address has an account', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const first = await invited(world, 'dan');
    await invite(world, 'ada');
    const links = (await emailsTo(world, 'hal@example.com')).map(
      ({ text }) => /\/join\/[\w-]+/.exec(text)?.[0] ?? '',
    );
    const other = links.find((link) => link !== first) ?? '';
    assert.equal((await fill(world, first, hal)).status, 303);
    assert.equal((await fill(world, other, { ...hal, full_name: 'Hal Two' })).status, 410);
    assert.deepEqual(await listed(world, 'ada'), []);
    await invite(world, 'ada', { invitee_emails: 'ida@example.com' });
    const path = await joinPathFor(world, 'ida@example.com');
    const ida = { email: 'ida@example.com', full_name: 'Ida Berg', password: hal.password };
    assert.equal((await world.as('ada').post('/users', ida)).status, 200);
    const response = await fill(world, path, hal);
    assert.deepEqual(
      [response.status, (await response.text()).includes('You already have an account')],
      [410, true],
    );
  });
});

onBothEngines('Accepting a reusable link', (engine) => {
  test('A reusable invitation link sends each user their own link and stays valid', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const made = await world
      .as('ada')
      .post('/invites/multiuse', { invite_as: 600, stream_ids: [world.channels.lounge] });
    const { pathname } = new URL(made.json.invite_link);
    assert.match((await open(world, pathname))[1], /name="email"/);
    for (const [name, email] of [
      ['Hal Nilsen', 'hal@example.com'],
      ['Ida Berg', 'ida@example.com'],
    ] as const) {
      const asked = await fill(world, pathname, { email, ...hal });
      assert.deepEqual([asked.status, await getHolder(world, email)], [200, undefined]);
      assert.match(await asked.text(), /not connected to a mail server/);
      const own = await joinPathFor(world, email);
      assert.equal((await fill(world, own, { ...hal, full_name: name })).status, 303);
      assert.equal((await getHolder(world, email))?.role, 600);
      assert.deepEqual(await readSubscriptions(await signIn(world, email)), ['lounge']);
      assert.equal((await open(world, own))[0], 410);
    }
    assert.equal((await readMessages(world.as('ada'))).length, 2);
    const [link] = await listed(world, 'ada');
    const { uses } = await world.app.db.read.q
      .selectFrom('invitation')
      .select('uses')
      .where('id', '=', link?.id ?? 0)
      .executeTakeFirstOrThrow();
    assert.equal(uses, 2);
    await fill(world, pathname, { email: 'kim@example.com' });
    const pending = await joinPathFor(world, 'kim@example.com');
    await world.as('ada').delete(`/invites/multiuse/${link?.id ?? 0}`);
    for (const path of [pathname, pending])
      assert.equal((await fill(world, path, { ...hal, email: 'kim@example.com' })).status, 410);
    assert.equal(await getHolder(world, 'kim@example.com'), undefined);
  });
});

onBothEngines('Joining without an invitation', (engine) => {
  test('Joining without an invitation is refused where one is required', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    assert.match((await open(world, '/join'))[1], /You need an invitation/);
    const response = await fill(world, '/join', { email: 'hal@example.com' });
    assert.deepEqual([response.status, await emailsTo(world, 'hal@example.com')], [403, []]);
  });

  test('Joining an open organization creates a member after confirmation of the address', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await world.as('ada').patch('/realm', { invite_required: false });
    assert.equal((await open(world, '/join'))[0], 200);
    assert.equal((await fill(world, '/join', { email: 'hal@example.com' })).status, 200);
    const path = await joinPathFor(world, 'hal@example.com');
    assert.deepEqual(await listed(world, 'ada'), []);
    await world.as('ada').patch('/realm', { invite_required: true });
    assert.equal((await fill(world, path, hal)).status, 403);
    await world.as('ada').patch('/realm', { invite_required: false });
    assert.equal((await fill(world, path, hal)).status, 303);
    assert.equal((await getHolder(world, 'hal@example.com'))?.role, 400);
    assert.deepEqual(await readSubscriptions(await signIn(world, 'hal@example.com')), ['general']);
  });

  test('Joining with the address of an account shows the same page and sends another email', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await world.as('ada').patch('/realm', { invite_required: false });
    const pages: string[] = [];
    for (const email of ['dan@example.com', 'hal@example.com']) {
      const response = await fill(world, '/join', { email });
      assert.equal(response.status, 200);
      pages.push((await response.text()).replaceAll(email, ''));
    }
    assert.equal(pages[0], pages[1]);
    const [email] = await emailsTo(world, 'dan@example.com');
    assert.equal(email?.subject, 'You already have an account in Weavers');
    assert.doesNotMatch(email.text, /\/join\//);
  });

  test('Joining is limited to allowed domains', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await world.as('ada').post('/realm/domains', { domain: 'example.org', allow_subdomains: true });
    await world.as('ada').patch('/realm', { invite_required: false, emails_restricted_to_domains: true });
    for (const email of ['hal@example.com', 'hal+1@example.org', 'nonsense', '']) {
      assert.equal((await fill(world, '/join', { email })).status, 400);
      assert.deepEqual(await emailsTo(world, email), []);
    }
    assert.equal((await fill(world, '/join', { email: 'hal@sub.example.org' })).status, 200);
    const path = await joinPathFor(world, 'hal@sub.example.org');
    await world.as('ada').patch('/realm/domains/example.org', { allow_subdomains: false });
    assert.equal((await fill(world, path, hal)).status, 403);
  });

  test('Confirmation emails are limited per address', async (t) => {
    const world = await makeWorld(t, engine, { rateLimits: 'on' });
    await setOrganization(world, { invite_required: false });
    const statuses: number[] = [];
    for (let time = 0; time < 4; time++)
      statuses.push((await fill(world, '/join', { email: 'hal@example.com' })).status);
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    assert.equal((await emailsTo(world, 'hal@example.com')).length, 3);
  });

  test('Join requests are limited per network like failed sign-ins', async (t) => {
    const world = await makeWorld(t, engine, { rateLimits: 'on', config: { signInAddressLimit: 25 } });
    await setOrganization(world, { invite_required: false });
    const statuses: number[] = [];
    for (let person = 0; person < 26; person++)
      statuses.push((await fill(world, '/join', { email: `weaver${person}@example.com` })).status);
    assert.deepEqual(statuses, [...Array<number>(25).fill(200), 429]);
  });
});

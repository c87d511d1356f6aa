import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../../wire/core.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { addOrganization, addPerson, deactivate, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { replay } from '../../../../tests/support/checks/replay.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { createUser } from './create.ts';
import { setGrant, type Grant } from '../../core/users/grants.ts';
import { insertPerson, newCredentials } from '../../core/users/insert.ts';

const fay = { email: 'fay@example.com', password: 'warp and weft', full_name: 'Fay Nguyen' };

const create = (world: World, changes: Params = {}, who: Name = 'ada') =>
  world.as(who).post('/users', { ...fay, ...changes });

const grant = (world: World, who: Name, name: Grant, isHeld = true) =>
  world.app.db.write(world.orgId, 'system', (tx) => setGrant(tx, world.people[who].id, name, isHeld));

async function userCount(world: World): Promise<number> {
  return (await world.as('dan').get('/users')).json.members.length;
}

onBothEngines('Creating an account', (engine) => {
  test('Creating an account returns a member who can sign in', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await create(world);
    assert.equal(status, 200, json.msg);
    const { json: seen } = await world.as('dan').get(`/users/${String(json.user_id)}`);
    const { full_name, email, role, is_active, timezone, is_bot } = seen.user as Record<string, unknown>;
    assert.deepEqual(
      [full_name, email, role, is_active, timezone, is_bot],
      ['Fay Nguyen', 'fay@example.com', 400, true, '', false],
    );
    const signedIn = await world.anonymous.post('/fetch_api_key', {
      username: fay.email,
      password: fay.password,
    });
    assert.equal(signedIn.json.user_id, json.user_id);
  });

  test('Creating an account requires email, password and name, and reports missing and ignored parameters', async (t) => {
    const world = await makeWorld(t, engine);
    await grant(world, 'ada', 'can_create_users');
    const given: Record<string, string> = {
      email: 'fay@example.com',
      password: fay.password,
      full_name: 'Fay',
    };
    for (const missing of Object.keys(given)) {
      const rest = Object.fromEntries(Object.entries(given).filter(([name]) => name !== missing));
      const { status, json } = await world.as('ada').post('/users', rest);
      assert.deepEqual([status, json.code, json.var_name], [400, 'REQUEST_VARIABLE_MISSING', missing]);
    }
    assert.equal(await userCount(world), 6);
    const { json } = await world.as('ada').post('/users', { ...given, role: 100 });
    assert.deepEqual(json.ignored_parameters_unsupported, ['role']);
  });

  test('Creating an account is refused to bots and anonymous users', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'ada' });
    const given = { email: 'fay@example.com', password: fay.password, full_name: 'Fay' };
    const { status, json } = await world.as(bot).post('/users', given);
    assert.deepEqual([status, json.code], [403, 'UNAUTHORIZED_PRINCIPAL']);
    assert.equal((await world.anonymous.post('/users', given)).status, 401);
    assert.equal(await userCount(world), 7);
  });

  test('Creating an account requires an administrator with the granted permission', async (t) => {
    const world = await makeWorld(t, engine);
    for (const name of ['cleo', 'dan', 'gus'] as const) {
      await grant(world, name, 'can_create_users');
      const { status, json } = await create(world, {}, name);
      assert.deepEqual(
        [status, json.code, json.msg],
        [403, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
      );
    }
    const ben = await create(world, {}, 'ben');
    assert.deepEqual([ben.status, ben.json.msg], [400, 'User not authorized to create users']);
    assert.equal(await userCount(world), 6);
    await grant(world, 'ben', 'can_create_users');
    assert.equal((await create(world, {}, 'ben')).status, 200);
    await grant(world, 'ben', 'can_create_users', false);
    assert.equal((await create(world, { email: 'gil@example.com' }, 'ben')).status, 400);
  });

  test('Creating an account refuses an email that is taken in any spelling', async (t) => {
    const world = await makeWorld(t, engine);
    await deactivate(world, world.people.eve.id);
    for (const email of [
      'dan@example.com',
      'DAN@Example.com',
      'eve@example.com',
      'welcome-bot@heddle.invalid',
    ]) {
      const { status, json } = await create(world, { email });
      assert.deepEqual(
        [status, json.code, json.msg],
        [400, 'BAD_REQUEST', 'Email is already in use.'],
        email,
      );
    }
    assert.equal(await userCount(world), 6);
  });

  test('Concurrent requests to create an account with one email succeed once', async (t) => {
    const world = await makeWorld(t, engine);
    const responses = await Promise.all([create(world), create(world), create(world)]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 400, 400]);
    for (const { status, json } of responses)
      if (status === 400) assert.equal(json.msg, 'Email is already in use.');
    assert.equal(await userCount(world), 7);
  });

  test('Creating an account detects an email that another process has just taken', async (t) => {
    const world = await makeWorld(t, engine);
    const credentials = newCredentials(world.app.secrets, null);
    const row = { email: fay.email, fullName: fay.full_name, role: roles.member, ...credentials };
    await world.app.db.write(world.orgId, 'system', (tx) => insertPerson(tx, world.orgId, row));
    const { status, json } = await create(world);
    assert.deepEqual([status, json.msg], [400, 'Email is already in use.']);
  });

  test('Creating an account is refused when the permission is revoked during the request', async (t) => {
    const world = await makeWorld(t, engine);
    const { app, orgId } = world;
    const cache = await app.organizations.cache(orgId);
    const user = cache.users.get(world.people.ada.id);
    assert.ok(user);
    await grant(world, 'ada', 'can_create_users', false);
    const late = createUser(app, { id: user.id, orgId, user, cache }, fay);
    await assert.rejects(late, { message: 'User not authorized to create users' });
    assert.equal(await userCount(world), 6);
  });

  test('Creating an account accepts an email used in another organization', async (t) => {
    const world = await makeWorld(t, engine);
    await addOrganization(world);
    assert.equal((await create(world, { email: 'olga@others.example' })).status, 200);
  });

  test('Creating an account refuses an invalid email', async (t) => {
    const world = await makeWorld(t, engine);
    const wrong = [
      '',
      'fay',
      'fay@',
      '@example.com',
      'fay nguyen@example.com',
      'a@b@c.com',
      'fay@exa mple.com',
    ];
    const worse = ['fay@-example.com', '.fay@example.com', 'fay@example..com', 'fay\u202e@example.com'];
    const last = ['fay\n@example.com', `${'f'.repeat(65)}@example.com`, `fay@${'e'.repeat(300)}.com`];
    for (const email of [...wrong, ...worse, ...last]) {
      const { status, json } = await create(world, { email });
      assert.deepEqual([status, json.msg], [400, 'Enter a valid email address.'], email);
    }
    assert.equal(await userCount(world), 6);
  });

  test('Creating an account refuses an email domain that the organization does not allow', async (t) => {
    const world = await makeWorld(t, engine);
    await world.as('ada').post('/realm/domains', { domain: 'weft.example', allow_subdomains: false });
    const refused = async (email: string, reason: RegExp) => {
      const { status, json } = await create(world, { email });
      assert.deepEqual([status, json.code], [400, 'BAD_REQUEST'], email);
      assert.match(json.msg, reason);
    };
    await setOrganization(world, { disallow_disposable_email_addresses: true });
    await refused('fay@mailinator.com', /Disposable/);
    await refused('fay@post.mailinator.com', /Disposable/);
    await setOrganization(world, { emails_restricted_to_domains: true });
    await refused('fay@example.com', /of this domain cannot join/);
    await refused('fay@north.weft.example', /of this domain cannot join/);
    await refused('fay+1@weft.example', /with a \+ in them/);
    assert.equal(await userCount(world), 6);
    assert.equal((await create(world, { email: 'fay@WEFT.example' })).status, 200);
  });

  test('Creating an account reports what is wrong with a name', async (t) => {
    const world = await makeWorld(t, engine);
    const wrong: [string, string][] = [
      ['', 'Name too short!'],
      ['X', 'Name too short!'],
      [' \u00a0\u3000 ', 'Name too short!'],
      ['x'.repeat(101), 'Name too long!'],
      ['Fay\u0000Nguyen', 'Invalid characters in name!'],
      ['Fay\nNguyen', 'Invalid characters in name!'],
      ['Fay \u202enaem', 'Invalid characters in name!'],
      ['Fay \u200bNguyen', 'Invalid characters in name!'],
      ['Fay\u3164', 'Invalid characters in name!'],
      ['\u2800\u2800', 'Invalid characters in name!'],
      ['Fay\u{e0041}', 'Invalid characters in name!'],
      ['Fay *Nguyen*', 'Invalid characters in name!'],
      ['@Fay', 'Invalid characters in name!'],
      ['Fay|12', 'Invalid format!'],
    ];
    for (const [full_name, msg] of wrong) {
      const { status, json } = await create(world, { full_name });
      assert.deepEqual([status, json.msg], [400, msg], JSON.stringify(full_name));
    }
    assert.equal(await userCount(world), 6);
  });

  test('Creating an account accepts names in any script and normalizes spaces', async (t) => {
    const world = await makeWorld(t, engine);
    const given = ['李', '  Fay\u00a0Nguyen ', "Máire O'Brien-Ní 🧵", '🧵'.repeat(100)];
    const kept = ['李', 'Fay Nguyen', "Máire O'Brien-Ní 🧵", '🧵'.repeat(100)];
    for (const [n, full_name] of given.entries()) {
      const { json } = await create(world, { full_name, email: `fay${n}@example.com` });
      const { json: seen } = await world.as('dan').get(`/users/${String(json.user_id)}`);
      assert.equal((seen.user as { full_name: string }).full_name, kept[n]);
    }
  });

  test('Creating an account accepts a duplicate name unless the organization requires unique ones', async (t) => {
    const world = await makeWorld(t, engine);
    assert.equal((await create(world, { full_name: 'Dan Ito' })).status, 200);
    await setOrganization(world, { require_unique_names: true });
    for (const full_name of ['dan ito', 'Dan  Ito']) {
      const { status, json } = await create(world, { full_name, email: 'dan2@example.com' });
      assert.deepEqual([status, json.msg], [400, 'Unique names required in this organization.']);
    }
  });

  test('Creating an account refuses a weak password with a reason', async (t) => {
    const world = await makeWorld(t, engine);
    const weak: [string, RegExp][] = [
      ['', /at least 8 characters/],
      ['7 chars', /at least 8 characters/],
      ['Password', /most common/],
      ['12345678', /simple sequence/],
      ['zyxwvuts', /simple sequence/],
      ['aaaaaaaaaa', /simple sequence/],
      ['fay@example.com', /the name or email address/],
      ['fay nguyen', /the name or email address/],
      ['x1'.repeat(51), /too long/],
    ];
    for (const [password, reason] of weak) {
      const { status, json } = await create(world, { password });
      assert.equal(status, 400, password);
      assert.match(json.msg, /^The password is too/);
      assert.match(json.msg, reason);
    }
    assert.equal(await userCount(world), 6);
    assert.equal((await create(world, { password: 'пароль нитки' })).status, 200);
  });

  test('Creating an account subscribes to default channels and emits events in order', async (t) => {
    const world = await makeWorld(t, engine);
    const types = ['realm_user', 'user_group', 'subscription'];
    const gus = await listen(world.as('gus'), { event_types: types });
    const { json } = await create(world);
    const events = await gus.received();
    assert.deepEqual(
      events.map(({ type, op }) => `${type} ${op}`),
      ['realm_user add', 'user_group add_members', 'user_group add_members', 'subscription peer_add'],
    );
    const [added, , , joined] = events;
    const shown = await world.as('gus').get(`/users/${String(json.user_id)}`, {
      include_custom_profile_fields: true,
    });
    assert.deepEqual(added.person, shown.json.user);
    assert.deepEqual(joined.stream_ids, [world.channels.general]);
    const groups = (await world.as('dan').get('/user_groups')).json.user_groups as {
      name: string;
      members: number[];
    }[];
    const holding = groups.filter(({ members }) => members.includes(json.user_id));
    assert.deepEqual(
      holding.map(({ name }) => name),
      ['role:members', 'role:fullmembers'],
    );
  });

  test('Creating an account is announced where the organization announces sign-ups', async (t) => {
    const world = await makeWorld(t, engine);
    await grant(world, 'ada', 'can_create_users');
    await setOrganization(world, { signup_announcements_stream_id: world.channels.general });
    const dan = await listen(world.as('dan'), { event_types: ['message'], apply_markdown: false });
    const { json } = await create(world);
    const [{ message }, ...others] = await dan.received();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [message.subject, message.content],
      ['signups', `@_**Fay Nguyen|${String(json.user_id)}** has joined this organization.`],
    );
    await create(world, { email: 'dan@example.com' });
    assert.deepEqual(await dan.received(), []);
  });

  test('Creating an account leaves every client in the state of a new registration', async (t) => {
    const world = await makeWorld(t, engine);
    const clients = await Promise.all((['ada', 'dan', 'gus'] as const).map((name) => replay(world.as(name))));
    await create(world);
    for (const client of clients) assert.ok((await client.holds()).length > 0);
  });

  test('A refused account emits no event', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = await listen(world.as('dan'), { event_types: ['realm_user', 'user_group', 'subscription'] });
    await create(world, { email: 'dan@example.com' });
    await create(world, { password: 'short' });
    assert.deepEqual(await dan.received(), []);
  });
});

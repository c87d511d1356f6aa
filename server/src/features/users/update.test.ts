import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, addPerson, deactivate, setOrganization } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { replay } from '../../../../tests/support/checks/replay.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { setGrant } from '../../core/users/grants.ts';

const patch = (world: World, who: Name, whom: Name, changes: Params) =>
  world.as(who).patch(`/users/${world.people[whom].id}`, changes);

async function getAccount(world: World, whom: Name): Promise<Record<string, unknown>> {
  const { json } = await world.as('ada').get(`/users/${world.people[whom].id}`);
  return json.user as Record<string, unknown>;
}

const mayChangeAddresses = (world: World, who: Name) =>
  world.app.db.write(world.orgId, 'system', (tx) =>
    setGrant(tx, world.people[who].id, 'can_change_user_emails', true),
  );

onBothEngines('Changing a user', (engine) => {
  test('Changing a user’s name emits an event to everyone', async (t) => {
    const world = await makeWorld(t, engine);
    const gus = await listen(world.as('gus'), { event_types: ['realm_user'] });
    const { status, json } = await patch(world, 'ben', 'dan', { full_name: ' Daniel  Ito ' });
    assert.deepEqual([status, json], [200, { result: 'success', msg: '' }]);
    assert.equal((await getAccount(world, 'dan')).full_name, 'Daniel  Ito');
    const [event] = await gus.received();
    const { id: _, ...notified } = event;
    const person = { user_id: world.people.dan.id, full_name: 'Daniel  Ito' };
    assert.deepEqual(notified, { type: 'realm_user', op: 'update', person });
  });

  test('Changing a user works by email too', async (t) => {
    const world = await makeWorld(t, engine);
    const { status } = await world.as('ben').patch('/users/dan@example.com', { full_name: 'Danny Ito' });
    assert.equal(status, 200);
    assert.equal((await getAccount(world, 'dan')).full_name, 'Danny Ito');
    const unknown = await world.as('ben').patch('/users/nobody@example.com', { full_name: 'Nobody' });
    assert.deepEqual([unknown.status, unknown.json.msg], [400, 'No such user']);
  });

  test('Changing a user accepts parameters in the query', async (t) => {
    const world = await makeWorld(t, engine);
    const path = `/users/${world.people.dan.id}?full_name=Danny+Ito&role=300`;
    assert.equal((await world.as('ada').send('PATCH', path)).status, 200);
    const { full_name, role } = await getAccount(world, 'dan');
    assert.deepEqual([full_name, role], ['Danny Ito', 300]);
  });

  test('Changing a user is refused to everyone but administrators, for oneself too', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await getAccount(world, 'dan');
    for (const who of ['cleo', 'dan', 'eve', 'gus'] as const)
      for (const changes of [
        { full_name: 'X Y' },
        { role: 600 },
        { role: 200 },
        { new_email: 'x@example.com' },
        {},
      ]) {
        const { status, json } = await patch(world, who, 'dan', changes);
        assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', 'Insufficient permission']);
      }
    assert.deepEqual(await getAccount(world, 'dan'), before);
  });

  test('Changing unknown users, those of other organizations and system bots is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const welcome = await world.as('ada').get('/users/welcome-bot@heddle.invalid');
    const { user_id: botId } = welcome.json.user as { user_id: number };
    for (const id of [99_999, botId, other.ownerId]) {
      const { status, json } = await world
        .as('ada')
        .patch(`/users/${id}`, { full_name: 'Taken Over', role: 600 });
      assert.deepEqual([status, json.msg], [400, 'No such user']);
    }
    const elsewhere = await world.app.organizations.cache(other.orgId);
    const { fullName, role } = elsewhere.users.get(other.ownerId) ?? {};
    assert.deepEqual([fullName, role], ['Olga Other', 100]);
  });

  test('Changing a user’s name validates it as for a new account', async (t) => {
    const world = await makeWorld(t, engine);
    const wrong: [string, string][] = [
      ['  ', 'Name too short!'],
      ['X', 'Name too short!'],
      ['x'.repeat(101), 'Name too long!'],
      ['Dan\u0007Ito', 'Invalid characters in name!'],
      ['Dan|7', 'Invalid format!'],
    ];
    for (const [full_name, msg] of wrong) {
      const { status, json } = await patch(world, 'ada', 'dan', { full_name });
      assert.deepEqual([status, json.msg], [400, msg]);
    }
    await setOrganization(world, { require_unique_names: true });
    const taken = await patch(world, 'ada', 'dan', { full_name: 'EVE LINDQVIST' });
    assert.equal(taken.json.msg, 'Unique names required in this organization.');
    assert.equal((await patch(world, 'ada', 'dan', { full_name: 'Dan ITO' })).status, 200);
  });

  test('Changing a user is atomic', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await getAccount(world, 'dan');
    const gus = await listen(world.as('gus'), { event_types: ['realm_user', 'user_group'] });
    for (const changes of [
      { full_name: 'New Name', role: 100 },
      { full_name: 'New Name', new_email: 'new@example.com' },
      { full_name: 'New Name', role: 300, profile_data: [{ id: 4, value: 'x' }] },
      { role: 300, full_name: 'x'.repeat(101) },
    ])
      assert.ok((await patch(world, 'ben', 'dan', changes)).status >= 400);
    const ownerSteps = { full_name: 'Former Owner', role: 400 };
    assert.equal((await patch(world, 'ada', 'ada', ownerSteps)).status, 400);
    assert.deepEqual(await getAccount(world, 'dan'), before);
    assert.equal((await getAccount(world, 'ada')).full_name, 'Ada Achterberg');
    assert.deepEqual(await gus.received(), []);
  });

  test('A user update without changes emits no event', async (t) => {
    const world = await makeWorld(t, engine);
    const gus = await listen(world.as('gus'), { event_types: ['realm_user', 'user_group'] });
    const same = { full_name: 'Dan Ito', role: 400, new_email: 'dan@example.com', profile_data: [] };
    assert.equal((await patch(world, 'ben', 'dan', same)).status, 200);
    assert.equal((await patch(world, 'ben', 'dan', {})).status, 200);
    assert.deepEqual(await gus.received(), []);
  });

  test('Changing an unknown profile field is refused with its ID', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await patch(world, 'ada', 'dan', { profile_data: [{ id: 4, value: null }] });
    assert.deepEqual([status, json.msg], [400, 'Field id 4 not found.']);
  });

  test('The owner of a bot can rename it but not promote it', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    assert.equal((await world.as('dan').patch(`/users/${bot.id}`, { full_name: 'Shuttle' })).status, 200);
    const raised = await world.as('dan').patch(`/users/${bot.id}`, { role: 200 });
    assert.deepEqual([raised.status, raised.json.code], [403, 'UNAUTHORIZED_PRINCIPAL']);
    const others = await world.as('eve').patch(`/users/${bot.id}`, { full_name: 'Mine' });
    assert.deepEqual([others.status, others.json.msg], [400, 'Insufficient permission']);
    assert.equal((await world.as('ben').patch(`/users/${bot.id}`, { role: 300 })).status, 200);
  });

  test('Changing a user’s email requires the granted permission', async (t) => {
    const world = await makeWorld(t, engine);
    const refused = await patch(world, 'ben', 'dan', { new_email: 'daniel@example.com' });
    assert.deepEqual([refused.status, refused.json.msg], [400, 'User not authorized to change user emails']);
    await mayChangeAddresses(world, 'ben');
    const eve = await listen(world.as('eve'), { event_types: ['realm_user'] });
    assert.equal((await patch(world, 'ben', 'dan', { new_email: 'Daniel@example.com' })).status, 200);
    const { id, apiKey } = world.people.dan;
    assert.deepEqual(
      (await eve.received()).map(({ person }) => person),
      [
        { user_id: id, delivery_email: 'Daniel@example.com' },
        { user_id: id, new_email: 'Daniel@example.com' },
      ],
    );
    const { email, delivery_email } = await getAccount(world, 'dan');
    assert.deepEqual([email, delivery_email], ['Daniel@example.com', 'Daniel@example.com']);
    assert.equal((await world.as({ id, apiKey, email: 'daniel@example.com' }).get('/users/me')).status, 200);
    assert.equal((await world.as('dan').get('/users/me')).status, 401);
  });

  test('Changing a user’s email validates it, and only owners can change those of owners', async (t) => {
    const world = await makeWorld(t, engine);
    await mayChangeAddresses(world, 'ben');
    const before = await getAccount(world, 'dan');
    const taken = await patch(world, 'ben', 'dan', { new_email: 'EVE@example.com' });
    assert.deepEqual([taken.status, taken.json.msg], [400, 'Email is already in use.']);
    await setOrganization(world, { emails_restricted_to_domains: true });
    const elsewhere = await patch(world, 'ben', 'dan', { new_email: 'dan@elsewhere.example' });
    assert.match(elsewhere.json.msg, /of this domain cannot join/);
    await setOrganization(world, { emails_restricted_to_domains: false });
    const wrong = await patch(world, 'ben', 'dan', { new_email: 'nonsense' });
    assert.deepEqual([wrong.status, wrong.json.msg], [400, 'Invalid new email address.']);
    assert.deepEqual(await getAccount(world, 'dan'), before);
    const owners = await patch(world, 'ben', 'ada', { new_email: 'mine@example.com' });
    assert.deepEqual([owners.status, owners.json.msg], [403, 'Must be an organization owner']);
    assert.equal((await getAccount(world, 'ada')).delivery_email, 'ada@example.com');
    await mayChangeAddresses(world, 'dan');
    assert.equal(
      (await patch(world, 'ben', 'dan', { new_email: 'mine@example.com' })).status,
      403,
      'with a grant',
    );
    assert.equal(
      (await patch(world, 'ben', 'ben', { new_email: 'mine@example.com' })).status,
      200,
      'their own',
    );
  });

  test('Changing a hidden email emits events only to those who can see it', async (t) => {
    const world = await makeWorld(t, engine);
    await mayChangeAddresses(world, 'ada');
    const { dan } = world.people;
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      const hidden = {
        email: 'user7@hidden',
        email_key: 'user7@hidden',
        settings: '{"email_address_visibility":3}',
      };
      await tx.q.updateTable('person').set(hidden).where('id', '=', dan.id).execute();
      await tx.touch({ users: [dan.id] });
    });
    const [eve, ben] = [world.as('eve'), world.as('ben')];
    const received = await Promise.all(
      [eve, ben].map((client) => listen(client, { event_types: ['realm_user'] })),
    );
    assert.equal((await patch(world, 'ada', 'dan', { new_email: 'secret@example.com' })).status, 200);
    assert.deepEqual(await received[0]?.received(), []);
    const [event, more] = (await received[1]?.received()) ?? [];
    assert.deepEqual(event.person, { user_id: dan.id, delivery_email: 'secret@example.com' });
    assert.equal(more, undefined);
  });

  test('Changing a user leaves every client in the state of a new registration', async (t) => {
    const world = await makeWorld(t, engine);
    await mayChangeAddresses(world, 'ada');
    const clients = await Promise.all((['ada', 'dan', 'gus'] as const).map((name) => replay(world.as(name))));
    await patch(world, 'ada', 'dan', { full_name: 'Danny', new_email: 'danny@example.com' });
    world.people.dan.email = 'danny@example.com';
    for (const client of clients.filter((_, n) => n !== 1)) assert.equal((await client.holds()).length, 3);
  });

  test('Changing a deactivated user works', async (t) => {
    const world = await makeWorld(t, engine);
    await deactivate(world, world.people.eve.id);
    assert.equal((await patch(world, 'ben', 'eve', { full_name: 'Eve Former', role: 600 })).status, 200);
    const { full_name, role, is_active } = await getAccount(world, 'eve');
    assert.deepEqual([full_name, role, is_active], ['Eve Former', 600, false]);
  });
});

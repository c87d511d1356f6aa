import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addChannel,
  addMembers,
  addOrganization,
  addPerson,
  deactivate,
} from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type World } from '../../../../tests/support/world.ts';

interface Member {
  user_id: number;
  [field: string]: unknown;
}

async function membersFor(world: World, who: 'gus' | 'dan', params = {}): Promise<Member[]> {
  const { status, json } = await world.as(who).get('/users', params);
  assert.equal(status, 200, json.msg);
  return json.members as Member[];
}

/** The owner of this address chose who may see it. */
async function hideAddress(world: World, userId: number, visibility: number): Promise<void> {
  await world.app.db.write(world.orgId, 'system', async (tx) => {
    const email = `user${userId}@example.com`;
    await tx.q
      .updateTable('person')
      .set({ email, email_key: email, settings: JSON.stringify({ email_address_visibility: visibility }) })
      .where('id', '=', userId)
      .execute();
    await tx.touch({ users: [userId] });
  });
}

onBothEngines('Fetching users', (engine) => {
  test('GET /users/me returns the full record', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await world.as('ben').get('/users/me');
    assert.equal(status, 200);
    const { result: _, msg: __, date_joined, ...own } = json;
    assert.match(String(date_joined), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    assert.deepEqual(own, {
      user_id: world.people.ben.id,
      email: 'ben@example.com',
      delivery_email: 'ben@example.com',
      full_name: 'Ben Okafor',
      role: 200,
      is_owner: false,
      is_admin: true,
      is_guest: false,
      is_bot: false,
      is_active: true,
      is_imported_stub: false,
      avatar_url: `/avatar/${world.people.ben.id}?version=1`,
      avatar_version: 1,
      timezone: '',
      max_message_id: -1,
      profile_data: {},
    });
  });

  test('An account is returned with the fields of its role', async (t) => {
    const world = await makeWorld(t, engine);
    const expected = { ada: [100, 1, 1, 0], ben: [200, 0, 1, 0], cleo: [300, 0, 0, 0], dan: [400, 0, 0, 0] };
    const all = { ...expected, eve: [400, 0, 0, 0], gus: [600, 0, 0, 1] };
    for (const name of names) {
      const { json } = await world.as(name).get('/users/me');
      const { role, is_owner, is_admin, is_guest } = json;
      assert.deepEqual([role, Number(is_owner), Number(is_admin), Number(is_guest)], all[name], name);
      assert.deepEqual([json.user_id, json.is_bot, json.is_active], [world.people[name].id, false, true]);
    }
  });

  test('GET /users/me has no parameters and reports ignored ones', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await world.as('dan').get('/users/me', { user_id: world.people.eve.id });
    assert.equal(status, 200);
    assert.equal(json.user_id, world.people.dan.id);
    assert.deepEqual(json.ignored_parameters_unsupported, ['user_id']);
  });

  test('A bot is returned without profile_data', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    const { json } = await world.as(bot).get('/users/me');
    assert.deepEqual(
      [json.user_id, json.is_bot, json.role, json.delivery_email],
      [bot.id, true, 400, 'shuttle-bot@example.com'],
    );
    assert.ok(!('profile_data' in json));
  });

  test('GET /users/me returns the newest message that the user received', async (t) => {
    const world = await makeWorld(t, engine);
    const newest = async () => (await world.as('dan').get('/users/me')).json.max_message_id;
    const first = await say(world, 'eve', 'general', 'a');
    assert.equal(await newest(), first);
    await say(world, 'eve', 'lounge', 'not for dan');
    assert.equal(await newest(), first);
    const direct = await sendDirect(world, 'eve', ['dan']);
    assert.equal(await newest(), direct);
    for (let number = 0; number < 25; number++) await say(world, 'eve', 'lounge', `not for dan ${number}`);
    assert.equal(await newest(), direct);
    const late = await addChannel(world, { name: 'late' });
    await say(world, 'ada', 'lounge', 'b');
    await addMembers(world, late, [world.people.dan.id]);
    assert.equal(await newest(), direct);
    const inLate = await world
      .as('ada')
      .post('/messages', { type: 'channel', to: late, topic: 'c', content: 'hello' });
    assert.equal(await newest(), inLate.json.id);
  });

  test('GET /users lists everyone by ID, deactivated users included and system bots excluded', async (t) => {
    const world = await makeWorld(t, engine);
    await deactivate(world, world.people.eve.id);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    const members = await membersFor(world, 'dan');
    assert.deepEqual(
      members.map(({ user_id }) => user_id),
      [...names.map((name) => world.people[name].id), bot.id],
    );
    const eve = members.find(({ user_id }) => user_id === world.people.eve.id);
    assert.equal(eve?.is_active, false);
    const shuttle = members.at(-1);
    assert.deepEqual([shuttle?.bot_type, shuttle?.bot_owner_id], [1, world.people.dan.id]);
  });

  test('GET /users with user_ids lists only the existing ones of these', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada, eve } = world.people;
    const members = await membersFor(world, 'gus', { user_ids: [eve.id, 99_999, ada.id] });
    assert.deepEqual(
      members.map(({ user_id }) => user_id),
      [ada.id, eve.id],
    );
    assert.deepEqual(await membersFor(world, 'dan', { user_ids: [] }), []);
  });

  test('GET /users adds profile fields on request and returns avatar URLs to clients with Gravatar support', async (t) => {
    const world = await makeWorld(t, engine);
    for (const client_gravatar of [true, false]) {
      const [plain] = await membersFor(world, 'dan', { client_gravatar });
      assert.ok(plain && !('profile_data' in plain));
      assert.equal(plain.avatar_url, `/avatar/${plain.user_id}?version=1`);
    }
    const [full] = await membersFor(world, 'dan', { include_custom_profile_fields: true });
    assert.deepEqual(full?.profile_data, {});
  });

  test('A user is found by ID and by email with the same result', async (t) => {
    const world = await makeWorld(t, engine);
    const byId = await world.as('gus').get(`/users/${world.people.ada.id}`);
    const byEmail = await world.as('gus').get('/users/ADA@example.com');
    assert.equal((byId.json.user as Member).full_name, 'Ada Achterberg');
    assert.deepEqual(byId.json.user, byEmail.json.user);
  });

  test('A system bot is found by its ID', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world.as('dan').get('/users/notification-bot@heddle.invalid');
    const bot = json.user as Member;
    assert.equal(bot.is_bot, true);
    assert.equal((await world.as('dan').get(`/users/${bot.user_id}`)).status, 200);
  });

  test('Unknown and foreign IDs and emails of users are refused alike', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    for (const ref of [
      '99999',
      'nobody@example.com',
      'nonsense',
      String(other.ownerId),
      'olga@others.example',
    ]) {
      const { status, json } = await world.as('ada').get(`/users/${ref}`);
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', 'No such user'], ref);
    }
    const listed = await world.as('ada').get('/users', { user_ids: [other.ownerId] });
    assert.deepEqual(listed.json.members, []);
  });

  test('Fetching users requires authentication', async (t) => {
    const world = await makeWorld(t, engine);
    for (const path of ['/users', '/users/me', `/users/${world.people.ada.id}`, '/users/ada@example.com'])
      assert.equal((await world.anonymous.get(path)).status, 401, path);
  });

  test('A real email is shown as its owner’s setting allows', async (t) => {
    const world = await makeWorld(t, engine);
    const { eve } = world.people;
    const allowed = {
      1: ['ada', 'ben', 'cleo', 'dan', 'eve', 'gus'],
      2: ['ada', 'ben', 'cleo', 'dan', 'eve'],
      5: ['ada', 'ben', 'cleo', 'eve'],
      3: ['ada', 'ben', 'eve'],
      4: ['eve'],
    };
    for (const [visibility, seeing] of Object.entries(allowed)) {
      await hideAddress(world, eve.id, Number(visibility));
      const own = (await world.as('eve').get('/users/me')).json;
      assert.deepEqual([own.email, own.delivery_email], [`user${eve.id}@example.com`, 'eve@example.com']);
      for (const name of names) {
        const byId = (await world.as(name).get(`/users/${eve.id}`)).json.user as Member;
        const sees = seeing.includes(name);
        assert.equal(byId.delivery_email, sees ? 'eve@example.com' : null, `${name} ${visibility}`);
        assert.equal(byId.email, `user${eve.id}@example.com`);
        assert.equal((await world.as(name).get('/users/eve@example.com')).status, sees ? 200 : 400);
        assert.equal((await world.as(name).get(`/users/user${eve.id}@example.com`)).status, 200);
      }
    }
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { addOrganization, addPerson, groupId, setOrganization } from '../../../../tests/support/change.ts';
import type { JsonValue, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { assertRefusal } from '../../../../tests/support/refusal.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const create = (world: World, who: Name, params: Params) =>
  world.as(who).post('/channels/create', { name: 'fresh', subscribers: [], ...params });

async function created(world: World, who: Name, params: Params): Promise<number> {
  const { status, json } = await create(world, who, params);
  assert.equal(status, 200, json.msg);
  assert.equal('ignored_parameters_unsupported' in json, false);
  return json.id as number;
}

const getChannel = async (world: World, id: number): Promise<JsonValue> =>
  (await world.as('ada').get(`/streams/${id}`)).json.stream;

const getMembers = async (world: World, id: number): Promise<number[]> =>
  ((await world.as('ada').get(`/streams/${id}/members`)).json.subscribers as number[]).sort((a, b) => a - b);

const getIds = (world: World, ...names: Name[]) => names.map((name) => world.people[name].id);

onBothEngines('POST /channels/create', (engine) => {
  test('POST /channels/create creates a channel, subscribes exactly the named users and returns its ID', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await created(world, 'dan', {
      subscribers: getIds(world, 'eve', 'gus'),
      description: '**New**',
    });
    const { name, description, rendered_description, creator_id, invite_only } = await getChannel(world, id);
    assert.deepEqual(
      [name, description, rendered_description, creator_id, invite_only],
      ['fresh', '**New**', '<p><strong>New</strong></p>', world.people.dan.id, false],
    );
    assert.deepEqual(await getMembers(world, id), getIds(world, 'eve', 'gus'));
    const empty = await created(world, 'dan', { name: 'nobody here' });
    assert.deepEqual(await getMembers(world, empty), []);
  });

  test('POST /channels/create accepts every setting of a new channel', async (t) => {
    const world = await makeWorld(t, engine);
    const { json: folder } = await world
      .as('ada')
      .post('/channel_folders/create', { name: 'F', description: '' });
    const admins = await groupId(world, 'role:administrators');
    const permissions = Object.fromEntries(
      ['can_send_message_group', 'can_resolve_topics_group', 'can_delete_any_message_group'].map((key) => [
        key,
        admins,
      ]),
    );
    const id = await created(world, 'ada', {
      subscribers: getIds(world, 'ada'),
      invite_only: true,
      history_public_to_subscribers: false,
      message_retention_days: 30,
      topics_policy: 'disable_empty_topic',
      folder_id: folder.channel_folder_id,
      send_new_subscription_messages: false,
      ...permissions,
    });
    const channel = await getChannel(world, id);
    const expected = {
      invite_only: true,
      history_public_to_subscribers: false,
      message_retention_days: 30,
      topics_policy: 'disable_empty_topic',
      folder_id: folder.channel_folder_id as number,
      ...permissions,
    };
    for (const [name, value] of Object.entries(expected)) assert.deepEqual(channel[name], value, name);
    const usual = await getChannel(
      world,
      await created(world, 'ada', { name: 'usual', is_default_stream: true }),
    );
    const { json } = await world.as('ada').get('/streams', { include_default: true });
    const listed = (json.streams as JsonValue[]).find(({ name }) => name === 'usual');
    assert.equal(listed.is_default, true);
    assert.equal(usual.history_public_to_subscribers, true);
  });

  test('POST /channels/create emits the channel to those who may know of it and subscriptions to subscribers', async (t) => {
    const world = await makeWorld(t, engine);
    const types = { event_types: ['stream', 'subscription', 'message'] };
    const queues = {
      ada: await listen(world.as('ada'), types),
      dan: await listen(world.as('dan'), types),
      eve: await listen(world.as('eve'), types),
      gus: await listen(world.as('gus'), types),
    };
    await created(world, 'dan', { subscribers: getIds(world, 'dan', 'eve'), invite_only: true });
    const received = async (who: keyof typeof queues) =>
      (await queues[who].received()).map(({ type, op }) => [type, op].filter(Boolean).join('/'));
    assert.deepEqual(await received('eve'), ['stream/create', 'subscription/add']);
    assert.deepEqual(await received('dan'), ['stream/create', 'subscription/add']);
    assert.deepEqual(await received('ada'), ['stream/create', 'subscription/peer_add']);
    assert.deepEqual(await received('gus'), []);
  });

  test('POST /channels/create announces the channel if the organization and the request want it', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { new_stream_announcements_stream_id: world.channels.general });
    const queue = await listen(world.as('eve'), { event_types: ['message'] });
    await created(world, 'dan', { name: 'silent', announce: false });
    await created(world, 'dan', { name: 'loud', announce: true });
    const contents = (await queue.received()).map(({ message }) => message.content);
    assert.equal(contents.length, 1);
    assert.match(contents[0] ?? '', /loud/);
  });

  test('POST /channels/create refuses a name that is taken, also by archived or hidden channels', async (t) => {
    const world = await makeWorld(t, engine);
    const old = await created(world, 'ada', { name: 'old' });
    assert.equal((await world.as('ada').delete(`/streams/${old}`)).status, 200);
    for (const name of ['general', ' GENERAL ', 'vault', 'old']) {
      const { status, json } = await create(world, 'eve', { name });
      const shown = name.trim();
      assert.deepEqual(
        [status, json.code, json.msg, json.channel_name],
        [409, 'CHANNEL_ALREADY_EXISTS', `Channel '${shown}' already exists`, shown],
      );
    }
  });

  test('POST /channels/create refuses invalid settings and subscribers and creates nothing', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const gone = await addPerson(world, 'gone');
    assert.equal((await world.as('ada').delete(`/users/${gone.id}`)).status, 200);
    const queue = await listen(world.as('ada'), { event_types: ['stream'] });
    const internet = await groupId(world, 'role:internet');
    for (const [params, message] of [
      [{ name: ' ' }, "Channel name can't be empty."],
      [{ name: 'x'.repeat(61) }, 'Channel name too long (limit: 60 characters).'],
      [{ name: 'a\u0000b' }, 'Invalid character in channel name, at position 2.'],
      [{ subscribers: [other.ownerId] }, 'No such user'],
      [{ subscribers: [gone.id] }, 'User is deactivated'],
      [{ folder_id: 999_999_999 }, 'Invalid channel folder ID'],
      [{ invite_only: true, is_default_stream: true }, 'A default channel cannot be private.'],
      [{ is_web_public: true }, 'Web-public channels are not enabled.'],
      [
        { can_send_message_group: internet },
        "'can_send_message_group' setting cannot be set to 'role:internet' group.",
      ],
    ] as const) {
      const { status, json } = await create(world, 'ada', params);
      assert.deepEqual([status, json.msg], [400, message]);
    }
    const missing = await world.as('ada').post('/channels/create', { name: 'fresh' });
    assert.equal(missing.json.msg, "Missing 'subscribers' argument");
    assert.deepEqual(await queue.received(), []);
  });

  test('POST /channels/create requires the permission to create such channels', async (t) => {
    const world = await makeWorld(t, engine);
    const refused = async (who: Name, params: Params = {}) => (await create(world, who, params)).json.msg;
    assert.equal(await refused('gus'), 'Not allowed for guest users');
    assert.equal(
      (await world.anonymous.post('/channels/create', { name: 'x', subscribers: [] })).status,
      401,
    );
    assert.equal(await refused('dan', { is_default_stream: true }), 'Insufficient permission');
    assert.equal(await refused('ben', { message_retention_days: 7 }), 'Must be an organization owner');
    await setOrganization(world, {
      can_create_public_channel_group: await groupId(world, 'role:administrators'),
    });
    assert.equal(await refused('dan'), 'Insufficient permission');
    await created(world, 'dan', { invite_only: true });
    const bot = await makeBot(world, 'ada');
    const params = { name: 'of a bot', subscribers: [bot.id], invite_only: true };
    assert.equal((await world.as(bot).post('/channels/create', params)).status, 200);
  });

  test('New channels are limited in a request and, for members and their bots, in a day', async (t) => {
    const world = await makeWorld(t, engine);
    const named = (beginning: string, count: number) => ({
      subscriptions: Array.from({ length: count }, (_, i) => ({ name: `${beginning} ${i}` })),
    });
    const path = '/users/me/subscriptions';
    const count = async () => (await world.as('ada').get('/streams')).json.streams.length as number;
    const before = await count();
    for (const who of ['dan', 'ada'] as const)
      await assertRefusal(
        world.as(who).post(path, named('loom', 101)),
        'A request can create at most 100 channels.',
      );
    assert.equal(await count(), before);
    for (const part of ['a', 'b', 'c', 'd'])
      assert.equal((await world.as('dan').post(path, named(part, 100))).status, 200);
    assert.equal((await world.as('dan').post(path, named('e', 99))).status, 200);
    const tooMany = 'You can create at most 500 channels in 24 hours.';
    await assertRefusal(world.as('dan').post(path, named('f', 2)), tooMany);
    await created(world, 'dan', { name: 'last' });
    await assertRefusal(create(world, 'dan', { name: 'over' }), tooMany);
    const bot = await makeBot(world, 'dan');
    await assertRefusal(world.as(bot).post(path, named('bot', 1)), tooMany);
    assert.equal(await count(), before + 500);
    assert.equal((await world.as('dan').post(path, { subscriptions: [{ name: 'last' }] })).status, 200);
    assert.equal((await world.as('ada').post(path, named('g', 100))).status, 200);
    await world.app.db.write(world.orgId, 'system', async ({ q }) => {
      const earlier = Date.now() - 25 * 3600 * 1000;
      await q
        .updateTable('channel')
        .set({ created_at: earlier })
        .where('name', '=', 'a 0')
        .where('org_id', '=', world.orgId)
        .execute();
    });
    await created(world, 'dan', { name: 'a day later' });
  });
});

onBothEngines('GET /users/{user_id}/channels', (engine) => {
  const getChannels = async (world: World, who: Name, userId: number) => {
    const { status, json } = await world.as(who).get(`/users/${userId}/channels`);
    return status === 200 ? json.subscribed_channel_ids : [status, json.code, json.msg];
  };

  test('GET /users/{user_id}/channels lists the channels of a user or bot that the caller may know of', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, design, vault, lounge } = world.channels;
    const { dan, eve, gus } = world.people;
    assert.deepEqual(await getChannels(world, 'dan', dan.id), [general, design, vault]);
    assert.deepEqual(await getChannels(world, 'cleo', dan.id), [general, design]);
    assert.deepEqual(await getChannels(world, 'eve', dan.id), [general]);
    assert.deepEqual(await getChannels(world, 'dan', eve.id), [general, lounge]);
    assert.deepEqual(await getChannels(world, 'gus', eve.id), [general]);
    assert.deepEqual(await getChannels(world, 'eve', gus.id), [general]);
    const bot = await makeBot(world, 'dan');
    assert.deepEqual(await getChannels(world, 'eve', bot.id), []);
    await world.as('ada').delete(`/streams/${lounge}`);
    assert.deepEqual(await getChannels(world, 'dan', eve.id), [general]);
  });

  test('GET /users/{user_id}/channels refuses accounts that are invisible or of another organization', async (t) => {
    const world = await makeWorld(t, engine);
    const noUser = [400, 'BAD_REQUEST', 'No such user'];
    const other = await addOrganization(world);
    assert.deepEqual(await getChannels(world, 'ada', other.ownerId), noUser);
    assert.deepEqual(await getChannels(world, 'ada', 99_999), noUser);
    await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
    const hidden = await addPerson(world, 'hidden');
    assert.deepEqual(await getChannels(world, 'gus', hidden.id), noUser);
    assert.equal((await world.anonymous.get(`/users/${world.people.dan.id}/channels`)).status, 401);
  });
});

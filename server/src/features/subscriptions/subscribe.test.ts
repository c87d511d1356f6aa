import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addChannel,
  addGroup,
  addMembers,
  addOrganization,
  addPerson,
  deactivate,
  groupId,
  setChannel,
  setOrganization,
} from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const path = '/users/me/subscriptions';

async function getMembers(world: World, channelId: number): Promise<number[]> {
  const { json } = await world.as('ada').get(`/streams/${channelId}/members`);
  return json.subscribers as number[];
}

async function channelNames(world: World): Promise<string[]> {
  const { json } = await world.as('ada').get('/streams', { include_all: true });
  return (json.streams as { name: string }[]).map(({ name }) => name);
}

onBothEngines('Subscribing', (engine) => {
  test('Subscribing to a public channel returns its name under the user ID', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await world.as('dan').post(path, { subscriptions: [{ name: 'lounge' }] });
    assert.equal(status, 200);
    assert.deepEqual(json.subscribed, { [world.people.dan.id]: ['lounge'] });
    assert.deepEqual(json.already_subscribed, {});
    assert.equal(json.new_subscription_messages_sent, true);
    assert.ok(!('unauthorized' in json));
    const { ada, dan, eve } = world.people;
    assert.deepEqual(await getMembers(world, world.channels.lounge), [ada.id, dan.id, eve.id]);
  });

  test('Subscribing again changes nothing and reports it', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world
      .as('eve')
      .post(path, { subscriptions: [{ name: 'lounge' }], send_new_subscription_messages: false });
    assert.deepEqual(json.subscribed, {});
    assert.deepEqual(json.already_subscribed, { [world.people.eve.id]: ['lounge'] });
    assert.ok(!('new_subscription_messages_sent' in json));
  });

  test('Subscribing finds a channel regardless of case and spaces in its name', async (t) => {
    const world = await makeWorld(t, engine);
    const spellings = ['  LOUNGE ', 'Lounge', '\u00a0lounge', 'lounge'].map((name) => ({ name }));
    const { json } = await world.as('dan').post(path, { subscriptions: spellings });
    assert.deepEqual(json.subscribed, { [world.people.dan.id]: ['lounge'] });
    assert.equal((await channelNames(world)).length, 4);
  });

  test('Subscribing requires channel names as strings', async (t) => {
    const world = await makeWorld(t, engine);
    const wrong = [[{}], [{ description: 'x' }], [{ name: 3 }], ['lounge'], { name: 'lounge' }, [null]];
    for (const one of [...wrong, [{ name: 'fresh', description: 3 }], [{ name: 'lounge' }, { name: null }]]) {
      const { status, json } = await world.as('dan').post(path, { subscriptions: one });
      assert.deepEqual([status, json.code], [400, 'BAD_REQUEST'], JSON.stringify(one));
    }
    assert.ok(!(await getMembers(world, world.channels.lounge)).includes(world.people.dan.id));
    assert.equal((await channelNames(world)).length, 4);
  });

  test('Subscribing to an empty list succeeds', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await world.as('dan').post(path, { subscriptions: [], principals: [] });
    assert.equal(status, 200);
    assert.deepEqual([json.subscribed, json.already_subscribed], [{}, {}]);
  });

  test('Subscribing is refused to guests', async (t) => {
    const world = await makeWorld(t, engine);
    for (const name of ['lounge', 'fresh']) {
      const { status, json } = await world.as('gus').post(path, { subscriptions: [{ name }] });
      assert.equal(status, 400);
      assert.deepEqual([json.code, json.msg], ['BAD_REQUEST', 'Not allowed for guest users']);
    }
    assert.ok(!(await getMembers(world, world.channels.lounge)).includes(world.people.gus.id));
    assert.equal((await channelNames(world)).length, 4);
  });

  test('Subscribing to a private channel requires access, which administrators do not have', async (t) => {
    const world = await makeWorld(t, engine);
    for (const who of ['ben', 'eve'] as const) {
      const { status, json } = await world.as(who).post(path, { subscriptions: [{ name: 'Vault' }] });
      assert.equal(status, 400);
      assert.deepEqual([json.code, json.msg], ['BAD_REQUEST', 'Unable to access channel (Vault).']);
    }
    const { ada, dan } = world.people;
    assert.deepEqual(await getMembers(world, world.channels.vault), [ada.id, dan.id]);
  });

  test('Subscribing to a private channel is allowed by either of two permissions', async (t) => {
    const world = await makeWorld(t, engine);
    const team = await addGroup(world, 'team', [world.people.eve.id]);
    for (const permission of ['can_subscribe_group', 'can_add_subscribers_group']) {
      const name = permission.replace('_group', '');
      const id = await addChannel(world, { name, isPrivate: true, permissions: { [permission]: team } });
      const eve = await world.as('eve').post(path, { subscriptions: [{ name }] });
      assert.deepEqual(eve.json.subscribed, { [world.people.eve.id]: [name] });
      const dan = await world.as('dan').post(path, { subscriptions: [{ name }] });
      assert.equal(dan.status, 400);
      assert.deepEqual(await getMembers(world, id), [world.people.eve.id]);
    }
  });

  test('Subscribing without authorization_errors_fatal skips unauthorized channels', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await world.as('eve').post(path, {
      subscriptions: [{ name: 'vault' }, { name: 'general' }, { name: 'design' }, { name: 'new' }],
      authorization_errors_fatal: false,
    });
    assert.equal(status, 200);
    assert.deepEqual(json.unauthorized, ['vault', 'design']);
    assert.deepEqual(json.subscribed, { [world.people.eve.id]: ['new'] });
    assert.deepEqual(json.already_subscribed, { [world.people.eve.id]: ['general'] });
  });

  test('Subscribing to too many channels does nothing, whatever else is wrong', async (t) => {
    const world = await makeWorld(t, engine);
    await addMembers(world, world.channels.design, [world.people.eve.id]);
    const { cleo } = world.people;
    for (const wrong of ['vault', 'VAULT ', 'a\u0000b', ''])
      for (const authorization_errors_fatal of [undefined, true]) {
        const subscriptions = [{ name: 'design' }, { name: 'fresh' }, { name: wrong }];
        const asked = { subscriptions, principals: [cleo.id, world.people.gus.id] };
        const { status, json } = await world.as('eve').post(path, { ...asked, authorization_errors_fatal });
        assert.deepEqual([status, json.code], [400, 'BAD_REQUEST'], wrong);
      }
    assert.ok(!(await getMembers(world, world.channels.design)).includes(world.people.gus.id));
    assert.ok(!(await channelNames(world)).includes('fresh'));
  });

  test('Concurrent subscriptions to a new channel create it once', async (t) => {
    const world = await makeWorld(t, engine);
    const everyone = ['ada', 'ben', 'cleo', 'dan', 'eve'] as const;
    const spellings = ['Fresh', 'fresh', 'FRESH', ' fresh', 'fresh '];
    const replies = await Promise.all(
      everyone.map((who, index) => world.as(who).post(path, { subscriptions: [{ name: spellings[index] }] })),
    );
    for (const { status } of replies) assert.equal(status, 200);
    const { json } = await world.as('ada').get('/streams');
    const fresh = (json.streams as { name: string; stream_id: number }[]).filter(({ name }) =>
      /fresh/i.test(name),
    );
    assert.equal(fresh.length, 1);
    assert.equal((await getMembers(world, fresh[0]?.stream_id ?? 0)).length, everyone.length);
  });

  test('Subscribing to an archived channel works as for any other', async (t) => {
    const world = await makeWorld(t, engine);
    await setChannel(world, world.channels.lounge, { is_archived: 1 });
    const { json } = await world.as('dan').post(path, { subscriptions: [{ name: 'lounge' }] });
    assert.deepEqual(json.subscribed, { [world.people.dan.id]: ['lounge'] });
    assert.equal(
      (await world.as('dan').get('/get_stream_id', { stream: 'lounge' })).json.stream_id,
      world.channels.lounge,
    );
  });

  test('Subscribing uses the requested colour and restores the old one on return', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    await dan.post(path, { subscriptions: [{ name: 'lounge', color: '#AbC' }] });
    const getColor = async () => {
      const { json } = await dan.get(path);
      return (json.subscriptions as { name: string; color: string }[]).find(({ name }) => name === 'lounge')
        ?.color;
    };
    assert.equal(await getColor(), '#aabbcc');
    await dan.delete(path, { subscriptions: ['lounge'] });
    await dan.post(path, { subscriptions: [{ name: 'lounge', color: '#112233' }] });
    assert.equal(await getColor(), '#aabbcc');
    const { status, json } = await dan.post(path, { subscriptions: [{ name: 'x', color: 'red' }] });
    assert.deepEqual([status, json.msg], [400, 'color is not a valid hex color code']);
  });

  test('Subscribing assigns different colours to neighbouring channels', async (t) => {
    const world = await makeWorld(t, engine);
    const names = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
    await world.as('eve').post(path, { subscriptions: names });
    const { json } = await world.as('eve').get(path);
    const colors = (json.subscriptions as { color: string }[]).map(({ color }) => color);
    assert.equal(new Set(colors).size, colors.length);
  });
});

onBothEngines('Subscribing others', (engine) => {
  test('Subscribing others works by ID and by email, and reports existing subscribers', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada, dan, eve, gus } = world.people;
    const byId = await world
      .as('dan')
      .post(path, { subscriptions: [{ name: 'lounge' }], principals: [dan.id, eve.id, gus.id] });
    assert.deepEqual(byId.json.subscribed, { [dan.id]: ['lounge'], [gus.id]: ['lounge'] });
    assert.deepEqual(byId.json.already_subscribed, { [eve.id]: ['lounge'] });
    const byEmail = await world
      .as('dan')
      .post(path, { subscriptions: [{ name: 'lounge' }], principals: ['BEN@example.com'] });
    assert.deepEqual(byEmail.json.subscribed, { [world.people.ben.id]: ['lounge'] });
    assert.deepEqual(
      await getMembers(world, world.channels.lounge),
      [ada.id, world.people.ben.id, dan.id, eve.id, gus.id].sort((a, b) => a - b),
    );
  });

  test('Subscribing others refuses unknown and deactivated users, those of other organizations and system bots', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const gone = await addPerson(world, 'gone');
    await deactivate(world, gone.id);
    const cache = await world.app.organizations.cache(world.orgId);
    const bot = cache.users.find('email', 'notification-bot@heddle.invalid');
    const refused = [
      [[999_999], 'No such user'],
      [[other.ownerId], 'No such user'],
      [['olga@others.example'], 'No such user'],
      [[bot?.id], 'No such user'],
      [[gone.id], 'User is deactivated'],
      [['gone@example.com'], 'User is deactivated'],
      [[world.people.dan.id, gone.id], 'User is deactivated'],
    ] as const;
    for (const [principals, msg] of refused) {
      const subscriptions = [{ name: 'lounge' }, { name: 'fresh' }];
      const { status, json } = await world.as('ada').post(path, { subscriptions, principals });
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg]);
    }
    const { ada, eve } = world.people;
    assert.deepEqual(await getMembers(world, world.channels.lounge), [ada.id, eve.id]);
    assert.ok(!(await channelNames(world)).includes('fresh'));
  });

  test('Subscribing others refuses IDs and emails in one list', async (t) => {
    const world = await makeWorld(t, engine);
    const principals = [world.people.eve.id, 'dan@example.com'];
    const { status, json } = await world
      .as('ada')
      .post(path, { subscriptions: [{ name: 'lounge' }], principals });
    const msg = 'principals["list[str]"][0] is not a string';
    assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg]);
  });

  test('Subscribing others requires permission in the organization or the channel', async (t) => {
    const world = await makeWorld(t, engine);
    const moderators = await groupId(world, 'role:moderators');
    await setOrganization(world, { can_add_subscribers_group: moderators });
    const bring = (who: Name, name: string, extra = {}) =>
      world.as(who).post(path, { subscriptions: [{ name }], principals: [world.people.ben.id], ...extra });
    const refused = await bring('dan', 'lounge');
    assert.deepEqual([refused.status, refused.json.msg], [400, 'Insufficient permission']);
    const listed = await bring('dan', 'lounge', { authorization_errors_fatal: false });
    assert.deepEqual([listed.status, listed.json.unauthorized], [200, ['lounge']]);
    assert.ok(!(await getMembers(world, world.channels.lounge)).includes(world.people.ben.id));
    assert.equal((await bring('cleo', 'lounge')).status, 200);
    // Oneself is not others.
    const own = await world
      .as('dan')
      .post(path, { subscriptions: [{ name: 'lounge' }], principals: [world.people.dan.id] });
    assert.equal(own.status, 200);
    for (const permission of ['can_add_subscribers_group', 'can_administer_channel_group']) {
      const name = `with ${permission}`;
      const dan = { direct_members: [world.people.dan.id], direct_subgroups: [] };
      await addChannel(world, { name, permissions: { [permission]: dan } });
      assert.equal((await bring('dan', name)).status, 200);
      assert.equal((await bring('eve', name)).status, 400);
    }
  });

  test('Subscribing others to a private channel requires access to its content or the permission to add subscribers', async (t) => {
    const world = await makeWorld(t, engine);
    const { ben, dan, eve } = world.people;
    const bring = (who: Name) =>
      world.as(who).post(path, { subscriptions: [{ name: 'vault' }], principals: [eve.id] });
    assert.equal((await bring('ben')).json.msg, 'Unable to access channel (vault).');
    const administers = { can_administer_channel_group: { direct_members: [ben.id], direct_subgroups: [] } };
    await setChannel(world, world.channels.vault, { permissions: administers });
    assert.equal((await bring('ben')).json.msg, 'Unable to access channel (vault).');
    const adds = { can_add_subscribers_group: { direct_members: [ben.id], direct_subgroups: [] } };
    await setChannel(world, world.channels.vault, { permissions: adds });
    assert.deepEqual((await bring('ben')).json.subscribed, { [eve.id]: ['vault'] });
    assert.ok(!(await getMembers(world, world.channels.vault)).includes(ben.id));
    assert.deepEqual((await bring('dan')).json.already_subscribed, { [eve.id]: ['vault'] });
    assert.ok((await getMembers(world, world.channels.vault)).includes(dan.id));
  });

  test('Subscribing one’s own bots counts as subscribing oneself', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { can_add_subscribers_group: await groupId(world, 'role:nobody') });
    const own = await addPerson(world, 'dans-bot', { botOwner: 'dan' });
    const foreign = await addPerson(world, 'eves-bot', { botOwner: 'eve' });
    const bring = (id: number) =>
      world.as('dan').post(path, { subscriptions: [{ name: 'lounge' }], principals: [id] });
    assert.deepEqual((await bring(own.id)).json.subscribed, { [own.id]: ['lounge'] });
    assert.equal((await bring(foreign.id)).status, 400);
  });

  test('Subscribing bots works as for users', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'helper', { botOwner: 'dan' });
    const { json } = await world
      .as(bot)
      .post(path, { subscriptions: [{ name: 'lounge' }, { name: 'logs' }] });
    assert.deepEqual(json.subscribed, { [bot.id]: ['lounge', 'logs'] });
    const { status } = await world.as(bot).post(path, { subscriptions: [{ name: 'vault' }] });
    assert.equal(status, 400);
  });
});

onBothEngines('Subscriptions', (engine) => {
  test('A subscription to a private channel with protected history shows only messages sent during it', async (t) => {
    const world = await makeWorld(t, engine);
    const { vault } = world.channels;
    const dan = world.as('dan');
    const write = async (topic: string) => {
      const { json } = await world
        .as('ada')
        .post('/messages', { type: 'channel', to: vault, topic, content: topic });
      return json.id as number;
    };
    const topics = async () => (await dan.get(`/users/me/${vault}/topics`)).json.topics as object[];
    const first = await write('first');
    await dan.delete(path, { subscriptions: ['vault'] });
    assert.equal((await dan.get(`/users/me/${vault}/topics`)).json.msg, 'Invalid channel ID');
    await write('between');
    await write('first');
    await world
      .as('ada')
      .post(path, { subscriptions: [{ name: 'vault' }], principals: [world.people.dan.id] });
    assert.deepEqual(await topics(), [{ name: 'first', max_id: first }]);
    const last = await write('last');
    const again = await write('between');
    assert.deepEqual(await topics(), [
      { name: 'between', max_id: again },
      { name: 'last', max_id: last },
      { name: 'first', max_id: first },
    ]);
  });

  test('A renewed subscription leaves nothing from before unread', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { lounge } = world.channels;
    const write = () =>
      world.as('ada').post('/messages', { type: 'channel', to: lounge, topic: 'x', content: 'hello' });
    await write();
    const floor = async () => {
      const row = await world.app.db.read.q
        .selectFrom('subscription')
        .select('read_floor')
        .where('user_id', '=', world.people.eve.id)
        .where('channel_id', '=', lounge)
        .executeTakeFirstOrThrow();
      return row.read_floor;
    };
    assert.equal(await floor(), 0);
    await world.as('eve').delete(path, { subscriptions: ['lounge'] });
    const { json } = await write();
    await world.as('eve').post(path, { subscriptions: [{ name: 'lounge' }] });
    assert.equal(await floor(), json.id);
  });

  test('The subscriber count is right after many subscriptions', async (t) => {
    const world = await makeWorld(t, engine);
    const people = await Promise.all(['p', 'q', 'r'].map((name) => addPerson(world, name)));
    await addMembers(
      world,
      world.channels.lounge,
      people.map(({ id }) => id),
    );
    const { json } = await world.as('ada').get(`/streams/${world.channels.lounge}`);
    assert.equal(json.stream.subscriber_count, 5);
  });
});

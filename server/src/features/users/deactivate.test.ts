import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../../wire/core.ts';
import { readOutbox } from '../../lib/mail/deliver.ts';
import { addOrganization, addPerson, setRole } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeGroup } from '../../../../tests/support/fixtures/groups.ts';
import { replay } from '../../../../tests/support/checks/replay.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const end = (world: World, who: Name, whom: Name, params = {}) =>
  world.as(who).delete(`/users/${world.people[whom].id}`, params);

const bringBack = (world: World, who: Name, whom: Name) =>
  world.as(who).post(`/users/${world.people[whom].id}/reactivate`);

async function isActive(world: World, id: number): Promise<boolean | undefined> {
  return (await world.app.organizations.cache(world.orgId)).users.get(id)?.isActive;
}

onBothEngines('Deactivating a user', (engine) => {
  test('Deactivating a user ends the account and emits events to those who see it', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan } = world.people;
    await makeGroup(world, 'ada', 'weavers', ['dan', 'eve']);
    const eve = await listen(world.as('eve'), { event_types: ['realm_user', 'subscription', 'user_group'] });
    const { status, json } = await end(world, 'ben', 'dan');
    assert.deepEqual([status, json], [200, { result: 'success', msg: '' }]);
    const refused = await world.as('dan').get('/users/me');
    assert.deepEqual([refused.status, refused.json.code], [401, 'USER_DEACTIVATED']);
    const events = await eve.received();
    // Groups without the person follow from the account's end.
    assert.deepEqual(
      events.filter(({ type }) => type === 'user_group'),
      [],
    );
    const [left] = events.filter(({ op }) => op === 'peer_remove');
    assert.deepEqual(left.user_ids, [dan.id]);
    assert.ok((left.stream_ids as number[]).includes(world.channels.general));
    const [ended] = events.filter(({ op }) => op === 'update');
    assert.deepEqual(ended.person, { user_id: dan.id, is_active: false });
    const { json: sent } = await world.as('ada').get('/users/' + String(dan.id));
    assert.equal((sent.user as { is_active: boolean }).is_active, false);
  });

  test('Deactivating a user suspends permissions held by name until reactivation', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const group = await makeGroup(world, 'ada', 'weavers', ['dan']);
    const named = (...who: Name[]) => ({
      direct_members: who.map((name) => world.people[name].id),
      direct_subgroups: [],
    });
    const give = async (path: string, name: string, ...who: Name[]) => {
      const { status, json } = await world.as('ada').patch(path, { [name]: { new: named(...who) } });
      assert.equal(status, 200, json.msg);
    };
    await give(`/streams/${general}`, 'can_administer_channel_group', 'cleo', 'dan');
    await give(`/streams/${general}`, 'can_delete_any_message_group', 'dan');
    await give(`/user_groups/${group}`, 'can_manage_group', 'dan');
    await give('/realm', 'can_create_public_channel_group', 'dan');
    const held = async () => {
      const { json } = await world.as('ben').post('/register', {});
      const channels = json.streams as { stream_id: number }[];
      const groups = json.realm_user_groups as { id: number }[];
      return [
        channels.find((one) => one.stream_id === general),
        groups.find((one) => one.id === group),
        { realm: json.realm_can_create_public_channel_group },
      ].flatMap((of: Record<string, unknown> = {}) =>
        ['can_administer_channel_group', 'can_delete_any_message_group', 'can_manage_group', 'realm'].flatMap(
          (name) => (name in of ? [of[name]] : []),
        ),
      );
    };
    const before = await held();
    assert.deepEqual(before, [named('cleo', 'dan'), named('dan'), named('dan'), named('dan')]);
    const client = await replay(world.as('eve'));
    const eve = await listen(world.as('eve'), {
      event_types: ['realm_user', 'subscription', 'user_group', 'realm', 'stream'],
    });
    for (const who of ['dan', 'cleo'] as const) assert.equal((await end(world, 'ben', who)).status, 200);
    assert.deepEqual(await held(), [named(), named(), named(), named()]);
    await client.holds();
    // What was changed meanwhile is not given back.
    await give(`/streams/${general}`, 'can_delete_any_message_group', 'ben');
    await eve.received();

    assert.equal((await bringBack(world, 'ben', 'dan')).status, 200);
    const kinds = (await eve.received()).map(({ type, op }) => `${type}/${op}`);
    const restored = ['stream/update', 'user_group/update', 'realm/update_dict'];
    assert.deepEqual(kinds.slice(-3).sort(), restored.sort());
    for (const kind of ['realm_user/update', 'subscription/peer_add', 'user_group/add_members'])
      assert.ok(kinds.slice(0, -3).includes(kind), kind);
    assert.equal((await bringBack(world, 'ben', 'cleo')).status, 200);
    assert.deepEqual(await held(), [named('cleo', 'dan'), named('ben'), named('dan'), named('dan')]);
    const notified = await world.as('dan').patch(`/streams/${general}`, { description: 'by Dan' });
    assert.equal(notified.status, 200, notified.json.msg);
    await client.holds();
  });

  test('Deactivating a user ends all their long polls and event queues, bots included', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const bot = await addPerson(world, 'loom-bot', { botOwner: 'dan' });
    const polls = await Promise.all(
      [world.people.dan, bot].map(async (account) => {
        const { json } = await world.as(account).post('/register', { event_types: ['message'] });
        const queue_id = json.queue_id as string;
        const last_event_id = json.last_event_id as number;
        // Sooner than what comes of itself when nothing happens.
        const signal = AbortSignal.timeout(40_000);
        const poll = world.as(account).get('/events', { queue_id, last_event_id }, { signal });
        while (world.app.hub.get(queue_id)?.isHeld !== true) await new Promise(setImmediate);
        return { poll };
      }),
    );

    assert.equal((await end(world, 'ben', 'dan')).status, 200);
    for (const { poll } of polls) {
      const events = ((await poll).json.events ?? []) as { type: string }[];
      assert.ok(events.every(({ type }) => type === 'heartbeat'));
    }
    const rows = await world.app.db.read.q.selectFrom('event_queue').select('user_id').execute();
    assert.deepEqual(rows, []);
  });

  test('Deactivating a user requires an administrator', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'loom-bot', { botOwner: 'ada' });
    const adminBot = await addPerson(world, 'weft-bot', { botOwner: 'ben', role: roles.administrator });
    const { eve } = world.people;
    const received = await listen(world.as('ada'), { event_types: ['realm_user'] });
    for (const who of ['cleo', 'dan', 'eve', 'gus', bot] as const) {
      const client = world.as(who);
      for (const refused of [
        await client.delete(`/users/${eve.id}`),
        await client.post(`/users/${eve.id}/reactivate`),
      ])
        assert.deepEqual(
          [refused.status, refused.json.code, refused.json.msg],
          [403, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
        );
    }
    assert.equal((await world.anonymous.delete(`/users/${eve.id}`)).status, 401);
    assert.equal(await isActive(world, eve.id), true);
    assert.deepEqual(await received.received(), []);
    for (const [who, whom] of [
      ['ada', world.people.dan],
      ['ben', eve],
      [adminBot, world.people.gus],
    ] as const)
      assert.deepEqual((await world.as(who).delete(`/users/${whom.id}`)).json, {
        result: 'success',
        msg: '',
      });
  });

  test('Deactivating an owner requires an owner, and one owner always remains', async (t) => {
    const world = await makeWorld(t, engine);
    for (const who of ['ada', 'ben'] as const) {
      const only = await end(world, who, 'ada');
      assert.deepEqual(
        [only.status, only.json.code, only.json.msg],
        [400, 'BAD_REQUEST', 'Cannot deactivate the only organization owner'],
      );
    }
    const { status, json } = await world.as('ada').delete('/users/me');
    assert.deepEqual(
      [status, json.code, json.msg, json.is_last_owner],
      [400, 'CANNOT_DEACTIVATE_LAST_USER', 'Cannot deactivate the only organization owner', true],
    );
    assert.equal(await isActive(world, world.people.ada.id), true);
    await setRole(world, world.people.cleo.id, roles.owner);
    const owner = await end(world, 'ben', 'ada');
    assert.deepEqual(
      [owner.status, owner.json.code, owner.json.msg],
      [403, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner'],
    );
    assert.equal(await isActive(world, world.people.ada.id), true);
    assert.equal((await end(world, 'cleo', 'ada')).status, 200);
    const back = await bringBack(world, 'ben', 'ada');
    assert.deepEqual([back.status, back.json.msg], [403, 'Must be an organization owner']);
    assert.equal((await bringBack(world, 'cleo', 'ada')).status, 200);
  });

  test('Deactivating refuses unknown and deactivated users, those of other organizations and bots', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const bot = await addPerson(world, 'loom-bot', { botOwner: 'dan' });
    for (const id of [99_999, bot.id, other.ownerId]) {
      const { status, json } = await world.as('ada').delete(`/users/${id}`);
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', 'No such user']);
    }
    for (const id of [99_999, other.ownerId])
      assert.equal((await world.as('ada').post(`/users/${id}/reactivate`)).json.msg, 'No such user');
    const elsewhere = await world.app.organizations.cache(other.orgId);
    assert.equal(elsewhere.users.get(other.ownerId)?.isActive, true);
    assert.equal(await isActive(world, bot.id), true);
    await end(world, 'ada', 'dan');
    assert.equal((await end(world, 'ada', 'dan')).json.msg, 'User is deactivated');
  });

  test('Deactivating a user deactivates their bots first', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'loom-bot', { botOwner: 'dan' });
    const others = await addPerson(world, 'weft-bot', { botOwner: 'eve' });
    const eve = await listen(world.as('eve'), { event_types: ['realm_user'] });
    await end(world, 'ben', 'dan');
    const ended = (await eve.received()).map(({ person }) => (person as { user_id: number }).user_id);
    assert.deepEqual(ended, [bot.id, world.people.dan.id]);
    assert.equal((await world.as(bot).get('/users/me')).status, 401);
    assert.equal((await world.as(others).get('/users/me')).status, 200);
  });

  test('Users can deactivate themselves, but bots cannot', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'loom-bot', { botOwner: 'eve' });
    assert.equal((await world.as(bot).delete('/users/me')).status, 400);
    for (const who of ['dan', 'gus'] as const) {
      assert.equal((await world.as(who).delete('/users/me')).status, 200);
      assert.equal((await world.as(who).get('/users/me')).json.code, 'USER_DEACTIVATED');
    }
    assert.equal(await isActive(world, bot.id), true);
  });

  test('Deactivating a user sends them an email if the administrator adds a comment', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await end(world, 'ben', 'eve');
    await world.app.jobs.runDue();
    assert.equal((await readOutbox(world.app.config.data)).length, 0);
    const comment = { deactivation_notification_comment: ' Thank you for the cloth. ' };
    const long = { deactivation_notification_comment: 'x'.repeat(2001) };
    const refused = await end(world, 'ben', 'dan', long);
    assert.equal(refused.json.msg, 'deactivation_notification_comment is too long (limit: 2000 characters)');
    assert.equal(await isActive(world, world.people.dan.id), true);
    await end(world, 'ben', 'dan', comment);
    await world.app.jobs.runDue();
    const [message, ...others] = await readOutbox(world.app.config.data);
    assert.deepEqual(others, []);
    assert.match(message ?? '', /^To: dan@example\.com\r$/m);
    assert.match(message ?? '', /Thank you for the cloth\./);
  });
});

onBothEngines('Reactivating a user', (engine) => {
  test('Reactivating a user restores their subscriptions and nothing else', async (t) => {
    const world = await makeWorld(t, engine);
    const channels = async () =>
      ((await world.as('dan').get('/users/me/subscriptions')).json.subscriptions as { name: string }[])
        .map(({ name }) => name)
        .sort();
    await world.as('dan').delete('/users/me/subscriptions', { subscriptions: ['general'] });
    const before = await channels();
    await end(world, 'ben', 'dan');
    assert.equal((await bringBack(world, 'ben', 'dan')).status, 200);
    assert.deepEqual(await channels(), before);
    assert.deepEqual(before, ['design', 'vault']);
    const eve = await listen(world.as('eve'), { event_types: ['realm_user'] });
    assert.equal((await bringBack(world, 'ben', 'dan')).status, 200);
    assert.deepEqual(await eve.received(), []);
  });

  test('Reactivating a user hides a protected history from the time in between', async (t) => {
    const world = await makeWorld(t, engine);
    await end(world, 'ben', 'dan');
    const sent = await world
      .as('ada')
      .post('/messages', { type: 'channel', to: 'vault', topic: 'keys', content: 'under the mat' });
    assert.equal(sent.status, 200, sent.json.msg);
    await bringBack(world, 'ben', 'dan');
    const { status, json } = await world.as('dan').get(`/messages/${sent.json.id as number}`);
    assert.deepEqual([status, json.msg], [400, 'Invalid message(s)']);
  });

  test('If the owner of a bot is deactivated, the reactivating user becomes the owner', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'loom-bot', { botOwner: 'dan' });
    await end(world, 'ben', 'dan');
    assert.equal((await world.as('ben').post(`/users/${bot.id}/reactivate`)).status, 200);
    const { json } = await world.as('ada').get(`/users/${bot.id}`);
    assert.equal((json.user as { bot_owner_id: number }).bot_owner_id, world.people.ben.id);
    assert.equal((await world.as(bot).get('/users/me')).json.msg, 'Invalid API key');
    assert.equal((await world.as('dan').get('/users/me')).json.code, 'USER_DEACTIVATED');
    const own = await addPerson(world, 'weft-bot', { botOwner: 'eve' });
    assert.equal((await world.as('eve').delete(`/bots/${own.id}`)).status, 200);
    assert.equal((await world.as('ben').post(`/users/${own.id}/reactivate`)).status, 200);
    assert.equal((await world.as(own).get('/users/me')).status, 200, 'its owner is the same');
  });
});

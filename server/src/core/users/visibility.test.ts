import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMembers, addPerson, groupId, setOrganization } from '../../../../tests/support/change.ts';
import type { JsonValue, Reply } from '../../../../tests/support/client.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { Visitor } from '../../../../tests/support/clients/visitor.ts';
import { emailsTo } from '../../../../tests/support/fixtures/mail.ts';
import { sendDirect } from '../../../../tests/support/talk.ts';
import { makeGroup } from '../../../../tests/support/fixtures/groups.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { endMemberships } from '../channels/membership.ts';
import { joinChannels } from '../channels/join.ts';
import { watchVisibility } from './visibility-changes.ts';

/** Guests know only those they share something with; Gus is a guest in the lounge, where Ada and Eve are. */
async function narrowWorld(t: Parameters<typeof makeWorld>[0], engine: Engine): Promise<World> {
  const world = await makeWorld(t, engine, { alone: true });
  await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
  const { gus } = world.people;
  await world.app.db.write(world.orgId, 'system', (tx) =>
    endMemberships(tx, [{ userId: gus.id, channelId: world.channels.general }]),
  );
  await addMembers(world, world.channels.lounge, [gus.id]);
  return world;
}

const getIds = (world: World, ...who: Name[]) => who.map((name) => world.people[name].id);

async function listed(world: World, who: Name): Promise<number[]> {
  const { json } = await world.as(who).get('/users');
  return (json.members as { user_id: number }[]).map(({ user_id }) => user_id);
}

const client_capabilities = { user_list_incomplete: true };
const people = { event_types: ['realm_user'], client_capabilities };

onBothEngines('Limited guests', (engine) => {
  test('A limited guest sees users in shared channels and conversations, and bots', async (t) => {
    const world = await narrowWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    assert.deepEqual(await listed(world, 'gus'), [...getIds(world, 'ada', 'eve', 'gus'), bot.id]);
    assert.equal((await listed(world, 'dan')).length, 7);
    await sendDirect(world, 'dan', ['gus']);
    assert.deepEqual(await listed(world, 'gus'), [...getIds(world, 'ada', 'dan', 'eve', 'gus'), bot.id]);
  });

  test('A limited guest cannot fetch other users by ID or email', async (t) => {
    const world = await narrowWorld(t, engine);
    for (const ref of [String(world.people.dan.id), 'dan@example.com']) {
      const { status, json } = await world.as('gus').get(`/users/${ref}`);
      assert.deepEqual([status, json.msg], [400, 'No such user']);
    }
    assert.equal((await world.as('gus').get('/users/eve@example.com')).status, 200);
    const { json } = await world.as('gus').get('/users', { user_ids: getIds(world, 'dan') });
    assert.deepEqual(json.members, []);
  });

  test('A limited guest does not learn who has an address: hidden people are like none', async (t) => {
    const world = await narrowWorld(t, engine);
    const gus = world.as('gus');
    const { id } = world.people.dan;
    const narrowed = (op: string, address: string) => ({
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator: op, operand: address }],
    });
    const acts: Record<string, (address: string) => Promise<Reply>> = {
      send: (to) => gus.post('/messages', { type: 'direct', to: [to], content: 'warp' }),
      rename: (who) => gus.patch(`/users/${who}`, { full_name: 'Weft' }),
      unsubscribe: (who) =>
        gus.delete('/users/me/subscriptions', { subscriptions: ['lounge'], principals: [who] }),
    };
    for (const op of ['sender', 'dm', 'dm-including', 'group-pm-with', 'mentions']) {
      acts[`fetch ${op}`] = (who) => gus.get('/messages', narrowed(op, who));
      acts[`flag ${op}`] = (who) =>
        gus.post('/messages/flags/narrow', { ...narrowed(op, who), op: 'add', flag: 'read' });
      acts[`match ${op}`] = (who) =>
        gus.get('/messages/matches_narrow', { msg_ids: [1], narrow: narrowed(op, who).narrow });
      acts[`fetch without ${op}`] = (who) => {
        const { narrow, ...range } = narrowed(op, who);
        return gus.get('/messages', { ...range, narrow: narrow.map((term) => ({ ...term, negated: true })) });
      };
    }
    for (const [what, act] of Object.entries(acts)) {
      const [hidden, none, known] = [
        await act('dan@example.com'),
        await act('xan@example.com'),
        await act('eve@example.com'),
      ];
      assert.equal(hidden.status, 400, what);
      const asNone = JSON.stringify(hidden.json).replaceAll('dan@', 'xan@');
      assert.equal(asNone, JSON.stringify(none.json), what);
      assert.notEqual(known.json.msg, none.json.msg.replace('xan@', 'eve@'), what);
    }
    const { json } = await gus.post('/messages', { type: 'direct', to: [id], content: 'warp' });
    assert.equal(json.msg, 'You do not have permission to access some of the recipients.');
  });

  test('A person does not learn from a narrow who has an address that is shown to nobody', async (t) => {
    const world = await makeWorld(t, engine);
    const { status } = await world.as('dan').patch('/settings', { email_address_visibility: 5 });
    assert.equal(status, 200);
    for (const who of ['eve', 'gus'] as const)
      for (const operator of ['sender', 'dm', 'dm-including', 'group-pm-with', 'mentions']) {
        const fetchBy = async (operand: string) => {
          const narrow = [{ operator, operand }];
          const { json } = await world
            .as(who)
            .get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
          return JSON.stringify(json).replaceAll(operand, 'address');
        };
        const hidden = await fetchBy('dan@example.com');
        assert.match(hidden, /"result":"error"/, operator);
        assert.equal(hidden, await fetchBy('xan@example.com'), operator);
      }
  });

  test('A limited guest who asks for the address of a hidden person is refused only by its mailbox', async (t) => {
    const world = await narrowWorld(t, engine);
    await world.as('ada').patch('/heddle/sign_in_policy', { confirm_former_email: true });
    const ask = (email: string) => world.as('gus').patch('/settings', { email });
    assert.equal((await ask('eve@example.com')).json.msg, 'Email is already in use.');
    const confirm = async (to: string, kind: string) => {
      const [email] = await emailsTo(world, to);
      const path = new RegExp(`/${kind}/[\\w-]{43}`).exec(email?.text ?? '')?.[0] ?? assert.fail(to);
      return (await new Visitor(world).open(path, { method: 'POST' })).status;
    };
    const seen: unknown[] = [];
    for (const address of ['xan@example.com', 'dan@example.com']) {
      const { status, json } = await ask(address);
      seen.push([status, json, await confirm('gus@example.com', 'confirm-former')]);
    }
    assert.deepEqual(seen[1], seen[0]);
    assert.equal(await confirm('dan@example.com', 'confirm-email'), 400);
    assert.equal((await world.as('gus').get('/users/me')).json.delivery_email, 'gus@example.com');
  });

  test('A limited guest registers without invisible users where the client supports it', async (t) => {
    const world = await narrowWorld(t, engine);
    const { state } = await listen(world.as('gus'), {
      fetch_event_types: ['realm_user'],
      client_capabilities,
    });
    const ids = (state.realm_users as { user_id: number }[]).map(({ user_id }) => user_id);
    assert.deepEqual(ids, getIds(world, 'ada', 'eve', 'gus'));
  });

  test('A limited guest registers with "Unknown user" for invisible users where the client requires entries', async (t) => {
    const world = await narrowWorld(t, engine);
    const { state } = await listen(world.as('gus'), { fetch_event_types: ['realm_user'] });
    const users = state.realm_users as Record<string, JsonValue>[];
    assert.equal(users.length, 6);
    const dan = users.find(({ user_id }) => user_id === world.people.dan.id);
    const { full_name, email, delivery_email, role, avatar_url } = dan ?? {};
    assert.deepEqual(
      [full_name, email, delivery_email, role, avatar_url],
      ['Unknown user', `user${world.people.dan.id}@127.0.0.1`, null, 400, '/avatar/0?version=1'],
    );
    assert.ok(!JSON.stringify(state).includes('dan@example.com'));
  });

  test('A limited guest gets no events about invisible users', async (t) => {
    const world = await narrowWorld(t, engine);
    const gus = await listen(world.as('gus'), people);
    const cleo = await listen(world.as('cleo'), people);
    await world.as('ada').patch(`/users/${world.people.dan.id}`, { full_name: 'Canary', role: 300 });
    await world.as('ada').post('/users', {
      email: 'canary@example.com',
      full_name: 'Canary Two',
      password: 'a long enough one',
    });
    assert.deepEqual(await gus.received(), []);
    assert.equal((await cleo.received()).length, 3);
    await world.as('ada').patch(`/users/${world.people.eve.id}`, { full_name: 'Eve L' });
    assert.equal((await gus.received()).length, 1);
    await sendDirect(world, 'dan', ['gus']);
    await world.as('ada').patch(`/users/${world.people.dan.id}`, { full_name: 'Dan Again' });
    const [met, renamed, more] = await gus.received();
    assert.deepEqual([met.op, met.person.full_name], ['add', 'Canary']);
    assert.deepEqual([renamed.op, renamed.person.full_name, more], ['update', 'Dan Again', undefined]);
  });

  test('A limited guest gets groups without deactivated members who are no longer visible', async (t) => {
    const world = await narrowWorld(t, engine);
    await sendDirect(world, 'cleo', ['gus']);
    const id = await makeGroup(world, 'ada', 'weavers', ['cleo', 'dan', 'eve']);
    const gus = await listen(world.as('gus'), {
      event_types: ['realm_user', 'user_group'],
      client_capabilities,
    });
    for (const gone of getIds(world, 'cleo', 'dan', 'eve'))
      assert.equal((await world.as('ada').delete(`/users/${gone}`)).status, 200);
    const events = await gus.received();
    const people = events.filter(({ type }) => type === 'realm_user');
    assert.deepEqual(
      people.map(({ op, person }) => [op, person.user_id]),
      [
        ['update', world.people.cleo.id],
        ['remove', world.people.eve.id],
      ],
    );
    const left = events.filter(({ op, group_id }) => op === 'remove_members' && group_id === id);
    assert.deepEqual(
      left.map(({ user_ids }) => user_ids),
      [getIds(world, 'dan'), getIds(world, 'eve')],
    );
  });

  test('A limited guest gets events about users who become visible or invisible in their channels', async (t) => {
    const world = await narrowWorld(t, engine);
    const gus = await listen(world.as('gus'), people);
    const { lounge } = world.channels;
    const move = (leaves: boolean) =>
      world.app.db.write(world.orgId, 'system', async (tx) => {
        const channel = tx.cache.channels.get(lounge);
        assert.ok(channel);
        const moves = [{ channel, userIds: getIds(world, 'dan', 'ben') }];
        const emitVisibilityChanges = await watchVisibility(tx, moves);
        const leaving = moves.flatMap(({ userIds }) =>
          userIds.map((userId) => ({ userId, channelId: lounge })),
        );
        await (leaves ? endMemberships(tx, leaving) : joinChannels(tx, moves));
        emitVisibilityChanges();
      });
    await move(false);
    const came = await gus.received();
    assert.deepEqual(came.map(({ op, person }) => [op, (person as { full_name: string }).full_name]).sort(), [
      ['add', 'Ben Okafor'],
      ['add', 'Dan Ito'],
    ]);
    await move(true);
    const went = await gus.received();
    assert.deepEqual(
      went.map(({ op, person }) => [op, (person as { user_id: number }).user_id]).sort(),
      getIds(world, 'ben', 'dan')
        .map((id) => ['remove', id])
        .sort(),
    );
  });

  test('A limited guest gets events about the users of a channel that they join', async (t) => {
    const world = await narrowWorld(t, engine);
    const gus = await listen(world.as('gus'), people);
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      const channel = tx.cache.channels.get(world.channels.design);
      assert.ok(channel);
      const moves = [{ channel, userIds: getIds(world, 'gus') }];
      const emitVisibilityChanges = await watchVisibility(tx, moves);
      await joinChannels(tx, moves);
      emitVisibilityChanges();
    });
    const met = (await gus.received()).map(({ person }) => (person as { user_id: number }).user_id);
    assert.deepEqual(met.sort(), getIds(world, 'cleo', 'dan').sort());
  });

  test('The queues of a limited guest end when the role changes', async (t) => {
    const world = await narrowWorld(t, engine);
    const gus = world.as('gus');
    const { json } = await gus.post('/register', { fetch_event_types: [] });
    const asked = { queue_id: json.queue_id as string, last_event_id: json.last_event_id as number };
    await world.as('ada').patch(`/users/${world.people.gus.id}`, { role: 400 });
    const { json: gone } = await gus.get('/events', { ...asked, dont_block: true });
    assert.equal(gone.code, 'BAD_EVENT_QUEUE_ID');
    assert.equal((await listed(world, 'gus')).length, 6);
  });
});

onBothEngines('Guests who can see everyone', (engine) => {
  test('A guest who can see everyone keeps the queue through a role change', async (t) => {
    const world = await makeWorld(t, engine);
    const gus = await listen(world.as('gus'), people);
    await world.as('ada').patch(`/users/${world.people.gus.id}`, { role: 400 });
    assert.equal((await gus.received()).length, 1);
    assert.equal((await listed(world, 'gus')).length, 6);
  });
});

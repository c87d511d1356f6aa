import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addOrganization,
  addPerson,
  deactivate,
  groupId,
  setChannel,
  setOrganization,
} from '../../../../tests/support/change.ts';
import type { Account, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { assertRefused, getGroup, makeGroup, outcomes } from '../../../../tests/support/fixtures/groups.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';
import type { GroupPermission } from '../../../../wire/groups.ts';

const change = (world: World, who: Name | Account, id: number, params: Params) =>
  world.as(who).post(`/user_groups/${id}/members`, params);
const getIds = (world: World, ...some: Name[]) => some.map((name) => world.people[name].id);
const getMembers = async (world: World, id: number) => (await getGroup(world, id)).members;
const no = 'Insufficient permission';

/** A group in which nobody has any permission, but these people those. */
async function closedGroup(
  world: World,
  members: Name[],
  permissions: Partial<Record<GroupPermission, number[]>>,
): Promise<number> {
  const nobody = await groupId(world, 'role:nobody');
  const closed = { can_leave_group: nobody, can_manage_group: nobody, can_add_members_group: nobody };
  const given = Object.entries(permissions).map(([name, ids]) => [
    name,
    { direct_members: ids, direct_subgroups: [] },
  ]);
  return makeGroup(world, 'ada', 'weavers', members, { ...closed, ...Object.fromEntries(given) });
}

onBothEngines('Group members', (engine) => {
  test('Group members are added and removed in one request, with events to everyone', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await makeGroup(world, 'dan', 'weavers', ['dan', 'eve']);
    const moderators = await groupId(world, 'role:moderators');
    const owners = await groupId(world, 'role:owners');
    assert.equal((await change(world, 'dan', id, { add_subgroups: [owners] })).status, 200);
    const guest = await listen(world.as('gus'), { event_types: ['user_group'], fetch_event_types: [] });
    const [gus, cleo] = getIds(world, 'gus', 'cleo');
    const params = {
      add: [gus, cleo, gus],
      delete: getIds(world, 'eve'),
      add_subgroups: [moderators],
      delete_subgroups: [owners],
    };
    assert.equal((await change(world, 'dan', id, params)).status, 200);
    const group = await getGroup(world, id);
    assert.deepEqual(group.members, getIds(world, 'cleo', 'dan', 'gus'));
    assert.deepEqual(group.direct_subgroup_ids, [moderators]);
    assert.deepEqual(
      (await guest.received()).map(({ id: _, type, ...event }) => event),
      [
        { op: 'add_members', group_id: id, user_ids: [gus, cleo] },
        { op: 'remove_members', group_id: id, user_ids: getIds(world, 'eve') },
        { op: 'add_subgroups', group_id: id, direct_subgroup_ids: [moderators] },
        { op: 'remove_subgroups', group_id: id, direct_subgroup_ids: [owners] },
      ],
    );
  });

  test('Adding group members requires permission to add members or to manage groups', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    const everyone = [...names, bot];
    const { cleo, dan, eve, gus } = world.people;
    const id = await closedGroup(world, ['ben'], {
      can_add_members_group: [cleo.id, bot.id, gus.id],
      can_manage_group: [dan.id],
      can_join_group: [eve.id],
      can_remove_members_group: [eve.id],
    });
    const target = (await addPerson(world, 'target')).id;
    const ask = async (who: Name | Account) => {
      const reply = await change(world, who, id, { add: [target] });
      if (reply.status === 200) await change(world, 'ada', id, { delete: [target] });
      return reply;
    };
    const [yes, guest] = ['success', 'Not allowed for guest users'];
    assert.deepEqual(await outcomes(everyone, ask), [yes, no, yes, yes, no, guest, yes]);
    await setOrganization(world, { can_manage_all_groups: await groupId(world, 'role:administrators') });
    assert.deepEqual(await outcomes(everyone, ask), [yes, yes, yes, yes, no, guest, yes]);
    assert.equal((await world.anonymous.post(`/user_groups/${id}/members`, { add: [target] })).status, 401);
  });

  test('Removing group members requires permission to remove members or to manage groups', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    const { cleo, dan, eve, gus } = world.people;
    const id = await closedGroup(world, ['ben'], {
      can_remove_members_group: [cleo.id, bot.id, gus.id],
      can_manage_group: [dan.id],
      can_leave_group: [eve.id],
      can_add_members_group: [eve.id],
    });
    const target = world.people.ben.id;
    const ask = async (who: Name | Account) => {
      const reply = await change(world, who, id, { delete: [target] });
      if (reply.status === 200) await change(world, 'ada', id, { add: [target] });
      return reply;
    };
    const [yes, guest] = ['success', 'Not allowed for guest users'];
    const others = ['ada', 'cleo', 'dan', 'eve', 'gus', bot] as const;
    assert.deepEqual(await outcomes(others, ask), [yes, yes, yes, no, guest, yes]);
    await assertRefused(world, () => change(world, 'ben', id, { delete: [target] }), { msg: no });
  });

  test('Joining a group requires permission to join or to add anyone', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    const { cleo, dan, eve } = world.people;
    const id = await closedGroup(world, [], {
      can_join_group: [cleo.id, bot.id],
      can_add_members_group: [dan.id],
      can_leave_group: [eve.id],
      can_remove_members_group: [eve.id],
    });
    const self = async (who: Name | Account) =>
      change(world, who, id, { add: [typeof who === 'string' ? world.people[who].id : who.id] });
    const [yes, guest] = ['success', 'Not allowed for guest users'];
    assert.deepEqual(await outcomes([...names, bot], self), [yes, no, yes, yes, no, guest, yes]);
    // To join is not to bring someone along.
    await change(world, 'ada', id, { delete: [cleo.id] });
    await assertRefused(world, () => change(world, 'cleo', id, { add: [cleo.id, eve.id] }), { msg: no });
  });

  test('Leaving a group requires permission to leave or to remove anyone', async (t) => {
    const world = await makeWorld(t, engine);
    const { ben, cleo, dan, eve } = world.people;
    const id = await closedGroup(world, ['ada', 'ben', 'cleo', 'dan', 'eve'], {
      can_leave_group: [cleo.id],
      can_remove_members_group: [dan.id],
      can_join_group: [ben.id, eve.id],
      can_add_members_group: [eve.id],
    });
    await assertRefused(world, () => change(world, 'cleo', id, { delete: [cleo.id, eve.id] }), { msg: no });
    const self = (who: Name | Account) => change(world, who, id, { delete: getIds(world, who as Name) });
    const yes = 'success';
    assert.deepEqual(await outcomes(['ada', 'ben', 'cleo', 'dan', 'eve'], self), [yes, no, yes, yes, no]);
    assert.deepEqual(await getMembers(world, id), [ben.id, eve.id]);
  });

  test('Group members must be users of this organization, are added once, and removed only if present', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const gone = await addPerson(world, 'gone');
    await deactivate(world, gone.id);
    const id = await makeGroup(world, 'dan', 'weavers', ['dan']);
    const [dan, eve] = getIds(world, 'dan', 'eve') as [number, number];
    const refusals: [Params, string][] = [
      ...[99_999, other.ownerId, gone.id].flatMap((userId): [Params, string][] => [
        [{ add: [eve, userId] }, `Invalid user ID: ${userId}`],
        [{ delete: [dan, userId] }, `Invalid user ID: ${userId}`],
      ]),
      [{ add: [eve, dan] }, `User ${dan} is already a member of this group`],
      [{ delete: [dan, eve] }, `There is no member '${eve}' in this user group`],
      [
        { add: [eve], delete: [world.people.gus.id] },
        `There is no member '${world.people.gus.id}' in this user group`,
      ],
      [
        { add: [eve], add_subgroups: [id] },
        `User group ${id} is already a subgroup of one of the passed subgroups.`,
      ],
      [{}, 'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".'],
      [
        { add: [], delete: [] },
        'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
      ],
    ];
    for (const [params, msg] of refusals)
      await assertRefused(world, () => change(world, 'dan', id, params), { msg });
    for (const groupIdGiven of [99_999, other.groupId])
      await assertRefused(world, () => change(world, 'ada', groupIdGiven, { add: [eve] }), {
        msg: 'Invalid user group',
      });
    const moderators = await groupId(world, 'role:moderators');
    await assertRefused(world, () => change(world, 'ada', moderators, { add: [eve] }), { msg: no });
    const wrong = await change(world, 'dan', id, { add: 'eve' });
    assert.deepEqual([wrong.status, wrong.json.code], [400, 'BAD_REQUEST']);
    const extra = await change(world, 'dan', id, { add: [eve], remove: [dan] });
    assert.deepEqual(extra.json.ignored_parameters_unsupported, ['remove']);
  });

  test('Group members can be changed while the group is deactivated', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await makeGroup(world, 'dan', 'weavers', ['eve']);
    await world.as('dan').post(`/user_groups/${id}/deactivate`);
    const params = { add: getIds(world, 'gus'), delete: getIds(world, 'eve') };
    assert.equal((await change(world, 'dan', id, params)).status, 200);
    assert.deepEqual(await getMembers(world, id), getIds(world, 'gus'));
  });

  test('Group members get a message when others add or remove them', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await makeGroup(world, 'dan', 'weavers', ['dan']);
    const eve = world.people.eve.id;
    await change(world, 'dan', id, { add: [eve] });
    await change(world, 'dan', id, { delete: [eve, world.people.dan.id] });
    const query = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false };
    const notified = async (who: Name) => {
      const { json } = await world.as(who).get('/messages', { ...query, narrow: [['is', 'dm']] });
      return json.messages.map(({ content }: { content: string }) => content);
    };
    const by = `@_**Dan Ito|${world.people.dan.id}**`;
    assert.deepEqual(await notified('eve'), [
      `${by} added you to the group @_*weavers*.`,
      `${by} removed you from the group @_*weavers*.`,
    ]);
    assert.deepEqual(await notified('dan'), []);
  });

  test('Group members see private channels that the group has access to, until they are removed', async (t) => {
    const world = await makeWorld(t, engine);
    const { design } = world.channels;
    const inner = await makeGroup(world, 'dan', 'inner');
    const outer = await makeGroup(world, 'dan', 'outer', [], { subgroups: [inner] });
    await setChannel(world, design, { permissions: { can_subscribe_group: outer } });
    const eve = await listen(world.as('eve'), {
      event_types: ['stream', 'subscription'],
      fetch_event_types: [],
    });
    const received = async () =>
      (await eve.received()).map((event) => [
        event.op,
        event.streams?.[0]?.stream_id ?? event.stream_ids?.[0],
      ]);
    await change(world, 'dan', inner, { add: [world.people.eve.id] });
    assert.deepEqual(await received(), [
      ['create', design],
      ['peer_add', design],
    ]);
    await change(world, 'dan', outer, { delete_subgroups: [inner] });
    assert.deepEqual(await received(), [['delete', design]]);
    await change(world, 'dan', outer, { add_subgroups: [inner] });
    assert.deepEqual((await received())[0], ['create', design]);
    await change(world, 'dan', inner, { delete: [world.people.eve.id] });
    assert.deepEqual(await received(), [['delete', design]]);
  });
});

onBothEngines('Fetching group members', (engine) => {
  test('The member list has direct members, or those of subgroups too', async (t) => {
    const world = await makeWorld(t, engine);
    const gone = await addPerson(world, 'gone');
    const inner = await makeGroup(world, 'dan', 'inner', ['gus'], {});
    await change(world, 'dan', inner, { add: [gone.id] });
    await deactivate(world, gone.id);
    const owners = await groupId(world, 'role:owners');
    const outer = await makeGroup(world, 'dan', 'outer', ['eve', 'dan'], { subgroups: [inner, owners] });
    const read = async (id: number, params: Params = {}) =>
      (await world.as('eve').get(`/user_groups/${id}/members`, params)).json.members;
    assert.deepEqual(await read(outer), getIds(world, 'ada', 'dan', 'eve', 'gus'));
    assert.deepEqual(await read(outer, { direct_member_only: true }), getIds(world, 'dan', 'eve'));
    assert.deepEqual(await read(outer, { direct_member_only: false }), await read(outer));
    const everyone = await groupId(world, 'role:everyone');
    assert.deepEqual(await read(everyone), getIds(world, ...names));
    assert.deepEqual(await read(everyone, { direct_member_only: true }), getIds(world, 'gus'));
    await world.as('dan').post(`/user_groups/${outer}/deactivate`);
    assert.deepEqual(await read(outer), getIds(world, 'ada', 'dan', 'eve', 'gus'));
  });

  test('The membership of a single user in a group can be requested', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    const inner = await makeGroup(world, 'dan', 'inner', ['gus']);
    const outer = await makeGroup(world, 'dan', 'outer', ['eve'], { subgroups: [inner] });
    await change(world, 'dan', inner, { add: [bot.id] });
    const members = await groupId(world, 'role:members');
    const read = async (id: number, userId: number, params: Params = {}) => {
      const { status, json } = await world.as('eve').get(`/user_groups/${id}/members/${userId}`, params);
      assert.equal(status, 200, json.msg);
      return json.is_user_group_member;
    };
    const [ada, dan, eve, gus] = getIds(world, 'ada', 'dan', 'eve', 'gus') as [
      number,
      number,
      number,
      number,
    ];
    const direct = { direct_member_only: true };
    assert.deepEqual([await read(outer, eve), await read(outer, eve, direct)], [true, true]);
    assert.deepEqual([await read(outer, gus), await read(outer, gus, direct)], [true, false]);
    assert.deepEqual([await read(outer, bot.id), await read(inner, bot.id, direct)], [true, true]);
    assert.deepEqual([await read(outer, dan), await read(outer, dan, direct)], [false, false]);
    assert.deepEqual([await read(members, ada), await read(members, ada, direct)], [true, false]);
    assert.deepEqual([await read(members, dan), await read(members, dan, direct)], [true, true]);
  });

  test('The membership of a group is visible to everyone but guests', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    const gone = await addPerson(world, 'gone');
    await deactivate(world, gone.id);
    const id = await makeGroup(world, 'dan', 'weavers', ['dan']);
    const dan = world.people.dan.id;
    const guest = 'Not allowed for guest users';
    for (const rest of ['members', `members/${dan}`, 'subgroups']) {
      const path = (groupIdGiven: number) => `/user_groups/${groupIdGiven}/${rest}`;
      const responses = await outcomes([...names, bot], (who) => world.as(who).get(path(id)));
      assert.deepEqual(responses, ['success', 'success', 'success', 'success', 'success', guest, 'success']);
      assert.equal((await world.anonymous.get(path(id))).status, 401);
      for (const unknown of [99_999, other.groupId])
        await assertRefused(world, () => world.as('ada').get(path(unknown)), { msg: 'Invalid user group' });
    }
    const people: [number, string][] = [
      [99_999, 'No such user'],
      [other.ownerId, 'No such user'],
      [gone.id, 'User is deactivated'],
    ];
    for (const [userId, msg] of people)
      await assertRefused(world, () => world.as('ada').get(`/user_groups/${id}/members/${userId}`), { msg });
    const wrong = await world.as('dan').get(`/user_groups/${id}/members`, { direct_member_only: 'x' });
    assert.deepEqual([wrong.status, wrong.json.code], [400, 'BAD_REQUEST']);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, addPerson, groupId, setOrganization } from '../../../../tests/support/change.ts';
import type { Account, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { assertRefused, getGroup, makeGroup, outcomes } from '../../../../tests/support/fixtures/groups.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';

const change = (world: World, who: Name | Account, id: number, params: Params) =>
  world.as(who).post(`/user_groups/${id}/subgroups`, params);
const subgroups = async (world: World, id: number) => (await getGroup(world, id)).direct_subgroup_ids;
const people = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });
const no = 'Insufficient permission';

onBothEngines('Subgroups', (engine) => {
  test('Subgroups are added and removed in one request, system groups included, with events to everyone', async (t) => {
    const world = await makeWorld(t, engine);
    const [id, a, b] = [
      await makeGroup(world, 'dan', 'weavers'),
      await makeGroup(world, 'ada', 'a'),
      await makeGroup(world, 'ada', 'b'),
    ];
    const moderators = await groupId(world, 'role:moderators');
    await change(world, 'dan', id, { add: [b] });
    const guest = await listen(world.as('gus'), { event_types: ['user_group'], fetch_event_types: [] });
    assert.equal((await change(world, 'dan', id, { add: [a, moderators, a], delete: [b] })).status, 200);
    assert.deepEqual(await subgroups(world, id), [moderators, a]);
    assert.deepEqual(
      (await guest.received()).map((event) => [event.op, event.group_id, event.direct_subgroup_ids]),
      [
        ['add_subgroups', id, [a, moderators]],
        ['remove_subgroups', id, [b]],
      ],
    );
  });

  test('Adding subgroups requires permission to add members, and removing them permission to manage', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'eve' });
    const { ben, cleo, eve, gus } = world.people;
    const part = await makeGroup(world, 'ada', 'part');
    const id = await makeGroup(world, 'dan', 'weavers', ['ben', 'eve'], {
      can_add_members_group: people(cleo.id, bot.id, gus.id),
      can_join_group: people(eve.id),
      can_leave_group: people(eve.id),
      can_remove_members_group: people(eve.id, ben.id),
    });
    const everyone = [...names, bot];
    const add = async (who: Name | Account) => {
      const reply = await change(world, who, id, { add: [part] });
      if (reply.status === 200) await change(world, 'ada', id, { delete: [part] });
      return reply;
    };
    const [yes, guest] = ['success', 'Not allowed for guest users'];
    assert.deepEqual(await outcomes(everyone, add), [yes, no, yes, yes, no, guest, yes]);
    await change(world, 'ada', id, { add: [part] });
    const remove = async (who: Name | Account) => {
      const reply = await change(world, who, id, { delete: [part] });
      if (reply.status === 200) await change(world, 'ada', id, { add: [part] });
      return reply;
    };
    assert.deepEqual(await outcomes(everyone, remove), [yes, no, no, yes, no, guest, no]);
    await setOrganization(world, { can_manage_all_groups: await groupId(world, 'role:administrators') });
    assert.deepEqual(await outcomes(everyone, remove), [yes, yes, no, yes, no, guest, no]);
    const bots = people(bot.id);
    await world.as('dan').patch(`/user_groups/${id}`, { can_manage_group: { new: bots } });
    assert.equal((await change(world, bot, id, { delete: [part] })).status, 200);
    assert.equal((await world.anonymous.post(`/user_groups/${id}/subgroups`, { add: [part] })).status, 401);
  });

  test('A group cannot contain itself, at any depth', async (t) => {
    const world = await makeWorld(t, engine);
    const c = await makeGroup(world, 'dan', 'c');
    const b = await makeGroup(world, 'dan', 'b', [], { subgroups: [c] });
    const a = await makeGroup(world, 'dan', 'a', [], { subgroups: [b] });
    const other = await makeGroup(world, 'dan', 'other');
    for (const [id, part] of [
      [a, a],
      [b, a],
      [c, a],
      [c, b],
    ] as const)
      for (const add of [[part], [other, part]]) {
        const msg = `User group ${id} is already a subgroup of one of the passed subgroups.`;
        await assertRefused(world, () => change(world, 'dan', id, { add }), { msg });
      }
    // The same group on two ways is no cycle.
    assert.equal((await change(world, 'dan', a, { add: [c] })).status, 200);
    const read = async (params: Params) =>
      (await world.as('eve').get(`/user_groups/${a}/subgroups`, params)).json.subgroups;
    assert.deepEqual(await read({}), [c, b]);
    await change(world, 'dan', a, { delete: [c] });
    assert.deepEqual(await read({}), [c, b]);
    assert.deepEqual(await read({ direct_subgroup_only: true }), [b]);
    await change(world, 'dan', a, { delete: [b] });
    assert.equal((await change(world, 'dan', c, { add: [a] })).status, 200);
  });

  test('Concurrent requests cannot create a cycle of groups', async (t) => {
    const world = await makeWorld(t, engine);
    const [a, b, c] = [
      await makeGroup(world, 'dan', 'a'),
      await makeGroup(world, 'dan', 'b'),
      await makeGroup(world, 'dan', 'c'),
    ];
    const edges = [
      [a, b],
      [b, c],
      [c, a],
    ] as const;
    const replies = await Promise.all(edges.map(([id, part]) => change(world, 'dan', id, { add: [part] })));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 400]);
  });

  test('Subgroups of a deactivated group can be changed, but deactivated subgroups cannot be added', async (t) => {
    const world = await makeWorld(t, engine);
    const [part, former] = [await makeGroup(world, 'dan', 'part'), await makeGroup(world, 'dan', 'former')];
    const id = await makeGroup(world, 'dan', 'weavers', [], { subgroups: [former] });
    await world.as('dan').post(`/user_groups/${id}/deactivate`);
    await world.as('dan').post(`/user_groups/${former}/deactivate`);
    assert.equal((await change(world, 'dan', id, { add: [part] })).status, 200);
    assert.equal((await change(world, 'dan', id, { delete: [former] })).status, 200);
    assert.deepEqual(await subgroups(world, id), [part]);
    await assertRefused(world, () => change(world, 'dan', id, { add: [former] }), {
      msg: 'User group is deactivated.',
    });
  });

  test('Subgroups must be groups of this organization, are added once, and removed only if present', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const [part, free] = [await makeGroup(world, 'dan', 'part'), await makeGroup(world, 'dan', 'free')];
    const id = await makeGroup(world, 'dan', 'weavers', [], { subgroups: [part] });
    const nothing = 'Nothing to do. Specify at least one of "add" or "delete".';
    const refusals: [Params, string][] = [
      [{ add: [free, 99_999] }, 'Invalid user group ID: 99999'],
      [{ add: [free, other.groupId] }, `Invalid user group ID: ${other.groupId}`],
      [{ delete: [part, 99_999] }, 'Invalid user group ID: 99999'],
      [{ add: [free, part] }, `User group ${part} is already a subgroup of this group.`],
      [{ delete: [part, free] }, `User group ${free} is not a subgroup of this group.`],
      [{ add: [free], delete: [99_999] }, 'Invalid user group ID: 99999'],
      [{}, nothing],
      [{ add: [], delete: [] }, nothing],
    ];
    for (const [params, msg] of refusals)
      await assertRefused(world, () => change(world, 'dan', id, params), { msg });
    for (const unknown of [99_999, other.groupId])
      await assertRefused(world, () => change(world, 'ada', unknown, { add: [free] }), {
        msg: 'Invalid user group',
      });
    const moderators = await groupId(world, 'role:moderators');
    await assertRefused(world, () => change(world, 'ada', moderators, { add: [free] }), { msg: no });
    for (const add of ['free', 7, [null]]) {
      const { status, json } = await change(world, 'dan', id, { add });
      assert.deepEqual([status, json.result], [400, 'error']);
    }
    const { json } = await change(world, 'dan', id, { add: [free], members: [7] });
    assert.deepEqual(json.ignored_parameters_unsupported, ['members']);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addOrganization,
  addPerson,
  deactivate,
  groupId,
  setOrganization,
} from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { assertRefused, getGroup, makeGroup, outcomes } from '../../../../tests/support/fixtures/groups.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld, names, type World } from '../../../../tests/support/world.ts';
import type { GroupSetting } from '../../../../wire/core.ts';
import { groupPermissions } from '../../../../wire/groups.ts';

const update = (world: World, who: Parameters<World['as']>[0], id: number, params: Params) =>
  world.as(who).patch(`/user_groups/${id}`, params);
const retire = async (world: World, id: number) =>
  assert.equal((await world.as('ada').post(`/user_groups/${id}/deactivate`)).status, 200);
const people = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });

onBothEngines('Changing a user group', (engine) => {
  test('Renaming and describing a group emits one event for each change', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await makeGroup(world, 'dan', 'weavers');
    const guest = await listen(world.as('gus'), { event_types: ['user_group'], fetch_event_types: [] });
    assert.equal((await update(world, 'dan', id, { name: ' Dyers ', description: 'We dye' })).status, 200);
    assert.equal((await update(world, 'dan', id, { name: 'Dyers', description: 'We dye' })).status, 200);
    assert.equal((await update(world, 'dan', id, { name: 'DYERS' })).status, 200);
    const group = await getGroup(world, id);
    assert.deepEqual([group.name, group.description], ['DYERS', 'We dye']);
    assert.deepEqual(
      (await guest.received()).map((event) => [event.op, event.group_id, event.data]),
      [
        ['update', id, { name: 'Dyers' }],
        ['update', id, { description: 'We dye' }],
        ['update', id, { name: 'DYERS' }],
      ],
    );
  });

  test('Changing a group requires permission to manage it or all groups, and is refused to guests', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    const everyone = [...names, bot];
    const id = await makeGroup(world, 'dan', 'weavers');
    let count = 0;
    const ask = (who: (typeof everyone)[number]) => update(world, who, id, { description: `as ${count++}` });
    const [yes, no, guest] = ['success', 'Insufficient permission', 'Not allowed for guest users'];
    assert.deepEqual(await outcomes(everyone, ask), [yes, no, no, yes, no, guest, no]);
    const managers = people(world.people.eve.id, world.people.gus.id, bot.id);
    assert.equal((await update(world, 'dan', id, { can_manage_group: { new: managers } })).status, 200);
    assert.deepEqual(await outcomes(everyone, ask), [yes, no, no, no, yes, guest, yes]);
    await setOrganization(world, { can_manage_all_groups: await groupId(world, 'role:moderators') });
    assert.deepEqual(await outcomes(everyone, ask), [yes, yes, yes, no, yes, guest, yes]);
    assert.equal((await world.anonymous.patch(`/user_groups/${id}`, { name: 'x' })).status, 401);
  });

  test('Changing a group is refused to those with only other permissions on it', async (t) => {
    const world = await makeWorld(t, engine);
    const eve = people(world.people.eve.id);
    const others = groupPermissions.filter((name) => name !== 'can_manage_group');
    const given = Object.fromEntries(others.map((name) => [name, eve]));
    const id = await makeGroup(world, 'dan', 'weavers', ['eve'], given);
    for (const params of [
      { name: 'x' },
      { description: 'x' },
      { can_join_group: { new: eve } },
      { deactivated: false },
    ])
      await assertRefused(world, () => update(world, 'eve', id, params), { msg: 'Insufficient permission' });
  });

  test('Changing a missing, foreign or system group is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    for (const id of [99_999, 0, other.groupId, Number.MAX_SAFE_INTEGER])
      await assertRefused(world, () => update(world, 'ada', id, { name: 'x' }), {
        msg: 'Invalid user group',
      });
    const moderators = await groupId(world, 'role:moderators');
    const msg = 'Insufficient permission';
    for (const params of [{ name: 'x' }, { deactivated: false }, { can_join_group: { new: moderators } }])
      await assertRefused(world, () => update(world, 'ada', moderators, params), { msg });
    assert.equal((await world.as('ada').patch('/user_groups/weavers', { name: 'x' })).status, 404);
  });

  test('Changing a group requires a change of the right type', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await makeGroup(world, 'dan', 'weavers');
    await assertRefused(world, () => update(world, 'dan', id, {}), { msg: 'No new data supplied' });
    await assertRefused(world, () => update(world, 'dan', id, { members: [] }), {
      msg: 'No new data supplied',
    });
    for (const value of [
      7,
      people(7),
      { old: 7 },
      { new: 'x' },
      { new: 7, extra: 1 },
      { new: 7, old: 'x' },
    ]) {
      const { status, json } = await update(world, 'dan', id, { can_join_group: value });
      assert.deepEqual([status, json.code], [400, 'BAD_REQUEST'], JSON.stringify(value));
    }
    const wrong = { msg: 'deactivated is not valid JSON' };
    await assertRefused(world, () => update(world, 'dan', id, { deactivated: 'no' }), wrong);
    const { json } = await update(world, 'dan', id, { name: 'x', members: [] });
    assert.deepEqual(json.ignored_parameters_unsupported, ['members']);
  });

  test('Renaming a group validates the name as for a new group', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await makeGroup(world, 'dan', 'weavers');
    await makeGroup(world, 'dan', 'dyers');
    const wrong: [string, string][] = [
      [' ', "User group name can't be empty!"],
      ['x'.repeat(101), 'User group name cannot exceed 100 characters.'],
      ['role:x', "User group name cannot start with 'role:'."],
      ['x\u0000', 'Invalid character in user group name, at position 2.'],
      ['DYERS', "User group 'DYERS' already exists."],
    ];
    for (const [name, msg] of wrong)
      await assertRefused(world, () => update(world, 'dan', id, { name }), { msg });
    const descriptions: [string, string][] = [
      ['x'.repeat(1025), 'description is too long (limit: 1024 characters)'],
      ['x\u0000y', 'Invalid character in user group description.'],
    ];
    for (const [description, msg] of descriptions)
      await assertRefused(world, () => update(world, 'dan', id, { description }), { msg });
    assert.equal((await update(world, 'dan', id, { description: 'a\n\tb' })).status, 200);
  });

  test('Changing a group permission checks the expected old value', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve } = world.people;
    const id = await makeGroup(world, 'dan', 'weavers');
    const team = await makeGroup(world, 'dan', 'team');
    for (const name of groupPermissions) {
      const old = (await getGroup(world, id))[name];
      const { status, json } = await update(world, 'dan', id, {
        [name]: { new: people(dan.id, eve.id), old },
      });
      assert.equal(status, 200, json.msg);
      // The same holders in another form are what is expected, too.
      const same = { direct_members: [eve.id, dan.id, eve.id], direct_subgroups: [] };
      const detour = { direct_members: [dan.id], direct_subgroups: [team, team] };
      assert.equal((await update(world, 'dan', id, { [name]: { new: detour, old: same } })).status, 200);
      assert.deepEqual((await getGroup(world, id))[name], {
        direct_members: [dan.id],
        direct_subgroups: [team],
      });
    }
  });

  test('Changing a group permission with a wrong expected value changes nothing', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve } = world.people;
    const id = await makeGroup(world, 'dan', 'weavers');
    const nobody = await groupId(world, 'role:nobody');
    const msg = "'old' value does not match the expected value.";
    for (const old of [people(dan.id, eve.id), people(99_999), nobody] as GroupSetting[])
      for (const wanted of [people(eve.id, dan.id), people(dan.id)]) {
        const change = {
          name: 'dyers',
          can_leave_group: { new: nobody },
          can_manage_group: { new: wanted, old },
        };
        const refusal = { code: 'EXPECTATION_MISMATCH', msg };
        const { json } = await assertRefused(world, () => update(world, 'dan', id, change), refusal);
        assert.equal(json.setting_name, 'can_manage_group');
      }
  });

  test('The expected value of a group permission excludes users deactivated since', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve } = world.people;
    const id = await makeGroup(world, 'dan', 'weavers', [], { can_join_group: people(dan.id, eve.id) });
    await deactivate(world, eve.id);
    const nobody = await groupId(world, 'role:nobody');
    const change = { can_join_group: { new: nobody, old: people(dan.id) } };
    assert.equal((await update(world, 'dan', id, change)).status, 200);
  });

  test('A group permission is refused for system groups that it does not allow', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await makeGroup(world, 'dan', 'weavers');
    const allowed = {
      can_add_members_group: 'members fullmembers moderators administrators owners nobody',
      can_join_group: 'members fullmembers moderators administrators owners nobody',
      can_leave_group: 'everyone members fullmembers moderators administrators owners nobody',
      can_manage_group: 'members fullmembers moderators administrators owners nobody',
      can_mention_group: 'everyone members fullmembers moderators administrators nobody',
      can_remove_members_group: 'members fullmembers moderators administrators owners nobody',
    };
    const roles = 'internet everyone members fullmembers moderators administrators owners nobody'.split(' ');
    for (const name of groupPermissions)
      for (const role of roles) {
        const group = await groupId(world, `role:${role}`);
        for (const value of [group, { direct_members: [], direct_subgroups: [group] }] as GroupSetting[]) {
          const ask = () => update(world, 'ada', id, { [name]: { new: value } });
          if (allowed[name].split(' ').includes(role)) {
            assert.equal((await ask()).status, 200);
            assert.equal((await getGroup(world, id))[name], group);
          } else {
            const msg = `'${name}' setting cannot be set to 'role:${role}' group.`;
            await assertRefused(world, ask, { msg });
          }
        }
      }
  });

  test('A group permission cannot bypass restrictions with an anonymous group', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await makeGroup(world, 'dan', 'weavers');
    const { dan } = world.people;
    const wide: [string, string][] = [
      ['can_manage_group', 'role:everyone'],
      ['can_manage_group', 'role:internet'],
      ['can_mention_group', 'role:internet'],
    ];
    for (const [name, role] of wide) {
      const value = { direct_members: [dan.id], direct_subgroups: [await groupId(world, role)] };
      const msg = `'${name}' setting cannot be set to '${role}' group.`;
      await assertRefused(world, () => update(world, 'ada', id, { [name]: { new: value } }), { msg });
    }
  });

  test('A group permission accepts only existing, active users and groups', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const id = await makeGroup(world, 'dan', 'weavers');
    const former = await makeGroup(world, 'dan', 'former');
    await retire(world, former);
    const part = (group: number) => ({ direct_members: [world.people.dan.id], direct_subgroups: [group] });
    const refusals: [GroupSetting, string][] = [
      [99_999, 'Invalid user group'],
      [other.groupId, 'Invalid user group'],
      [former, 'User group is deactivated.'],
      [part(former), 'User group is deactivated.'],
      [part(other.groupId), `Invalid user group ID: ${other.groupId}`],
      [people(other.ownerId), `Invalid user ID: ${other.ownerId}`],
      [people(99_999), 'Invalid user ID: 99999'],
    ];
    for (const name of groupPermissions)
      for (const [value, msg] of refusals)
        await assertRefused(world, () => update(world, 'dan', id, { [name]: { new: value } }), { msg });
    assert.equal((await update(world, 'ada', former, { deactivated: false })).status, 200);
    assert.equal((await update(world, 'dan', id, { can_join_group: { new: former } })).status, 200);
  });

  test('Changing a group with deactivated=false reactivates it, and with true does nothing', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await makeGroup(world, 'dan', 'weavers', ['dan']);
    const state = async () => (await getGroup(world, id)).deactivated;
    assert.equal((await update(world, 'dan', id, { deactivated: true })).status, 200);
    assert.equal(await state(), false);
    await retire(world, id);
    const types = { event_types: ['user_group'], fetch_event_types: [] };
    const fresh = { ...types, client_capabilities: { include_deactivated_groups: true } };
    const [modern, old] = [await listen(world.as('eve'), fresh), await listen(world.as('gus'), types)];
    assert.equal((await update(world, 'dan', id, { deactivated: true })).status, 200);
    assert.equal(await state(), true);
    assert.deepEqual([await modern.received(), await old.received()], [[], []]);
    const msg = 'Insufficient permission';
    await assertRefused(world, () => update(world, 'eve', id, { deactivated: false }), { msg });
    assert.equal((await update(world, 'dan', id, { deactivated: false })).status, 200);
    assert.equal((await update(world, 'dan', id, { deactivated: false })).status, 200);
    assert.equal(await state(), false);
    const notified = await modern.received();
    assert.deepEqual(
      notified.map(({ op, data }) => [op, data]),
      [['update', { deactivated: false }]],
    );
    const [added, ...rest] = await old.received();
    assert.deepEqual([added?.op, added?.group, rest], ['add', await getGroup(world, id), []]);
  });

  test('A deactivated group can be changed', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await makeGroup(world, 'dan', 'weavers');
    await retire(world, id);
    const moderators = await groupId(world, 'role:moderators');
    const given = Object.fromEntries(groupPermissions.map((name) => [name, { new: moderators }]));
    const params = { name: 'former weavers', description: 'They wove', ...given };
    assert.equal((await update(world, 'dan', id, params)).status, 200);
    const group = await getGroup(world, id);
    assert.deepEqual(
      [group.name, group.description, group.deactivated],
      ['former weavers', 'They wove', true],
    );
    for (const name of groupPermissions) assert.equal(group[name], moderators);
  });
});

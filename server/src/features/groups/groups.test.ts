import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupPermissions } from '../../../../wire/groups.ts';
import {
  addGroup,
  addOrganization,
  addPerson,
  deactivate,
  groupId,
} from '../../../../tests/support/change.ts';
import type { Client } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

interface Group {
  id: number;
  name: string;
  members: number[];
  direct_subgroup_ids: number[];
  is_system_group: boolean;
  deactivated: boolean;
  [field: string]: unknown;
}

async function groupsFor(client: Client, params = {}): Promise<Group[]> {
  const { status, json } = await client.get('/user_groups', params);
  assert.equal(status, 200, json.msg);
  return json.user_groups;
}

const inState = async (world: World, capabilities: object): Promise<Group[]> => {
  const { state } = await listen(world.as('dan'), {
    fetch_event_types: ['realm_user_groups'],
    client_capabilities: capabilities,
  });
  return state.realm_user_groups;
};

/** Takes a group deactivated or back into it, and emits it as an action would. */
const setDeactivated = (world: World, id: number, isDeactivated: boolean) =>
  world.app.db.write(world.orgId, 'system', async (tx) => {
    await tx.q
      .updateTable('user_group')
      .set({ is_deactivated: isDeactivated ? 1 : 0 })
      .where('id', '=', id)
      .execute();
    await tx.touch({ groups: [id] });
    tx.emit(
      { type: 'user_group', op: 'update', group_id: id, data: { deactivated: isDeactivated } },
      { everyone: true },
    );
  });

onBothEngines('User groups', (engine) => {
  test('The system groups are those of the roles, each a subgroup of the next wider one', async (t) => {
    const world = await makeWorld(t, engine);
    await addGroup(world, 'aaa', [world.people.dan.id]);
    const groups = await groupsFor(world.as('dan'));
    const id = (name: string) => groups.find((group) => group.name === name)?.id ?? 0;
    const { ada, ben, cleo, dan, eve, gus } = world.people;
    assert.deepEqual(
      groups.map(({ name, members, direct_subgroup_ids }) => [name, members, direct_subgroup_ids]),
      [
        ['role:internet', [], [id('role:everyone')]],
        ['role:everyone', [gus.id], [id('role:members')]],
        ['role:members', [dan.id, eve.id], [id('role:fullmembers')]],
        ['role:fullmembers', [dan.id, eve.id], [id('role:moderators')]],
        ['role:moderators', [cleo.id], [id('role:administrators')]],
        ['role:administrators', [ben.id], [id('role:owners')]],
        ['role:owners', [ada.id], []],
        ['role:nobody', [], []],
        ['aaa', [dan.id], []],
      ],
    );
  });

  test('The system groups cannot be changed, joined or mentioned', async (t) => {
    const world = await makeWorld(t, engine);
    const nobody = await groupId(world, 'role:nobody');
    for (const group of await groupsFor(world.as('dan'))) {
      assert.equal(group.is_system_group, true);
      assert.deepEqual([group.creator_id, group.date_created], [null, null]);
      for (const name of groupPermissions) assert.equal(group[name], nobody, `${group.name} ${name}`);
    }
  });

  test('User groups have the documented default permissions', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await addGroup(world, 'weavers', [world.people.dan.id]);
    const { ada } = world.people;
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      await tx.q.updateTable('user_group').set({ creator_id: ada.id }).where('id', '=', id).execute();
      await tx.touch({ groups: [id] });
    });
    const group = (await groupsFor(world.as('dan'))).find((each) => each.id === id);
    const [everyone, nobody] = [await groupId(world, 'role:everyone'), await groupId(world, 'role:nobody')];
    const creator = { direct_members: [ada.id], direct_subgroups: [] };
    assert.deepEqual(
      groupPermissions.map((name) => group?.[name]),
      [creator, nobody, everyone, creator, everyone, nobody],
    );
    assert.equal(typeof group?.date_created, 'number');
  });

  test('User groups contain no deactivated users and no system bots', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve } = world.people;
    const id = await addGroup(world, 'weavers', [dan.id, eve.id]);
    await deactivate(world, eve.id);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    const groups = await groupsFor(world.as('dan'));
    assert.deepEqual(groups.find((group) => group.id === id)?.members, [dan.id]);
    assert.deepEqual(groups.find(({ name }) => name === 'role:members')?.members, [dan.id, bot.id]);
  });

  test('Deactivated user groups are listed on request', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await addGroup(world, 'former', [], { isDeactivated: true });
    const has = (groups: Group[]) => groups.some((group) => group.id === id);
    assert.equal(has(await groupsFor(world.as('dan'))), false);
    assert.equal(has(await groupsFor(world.as('dan'), { include_deactivated_groups: true })), true);
    assert.equal(has(await inState(world, {})), false);
    assert.equal(has(await inState(world, { include_deactivated_groups: true })), true);
  });

  test('User groups at registration equal the list', async (t) => {
    const world = await makeWorld(t, engine);
    await addGroup(world, 'weavers', [world.people.dan.id]);
    assert.deepEqual(await inState(world, {}), await groupsFor(world.as('dan')));
  });

  test('User groups are listed for bots but not for guests', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    assert.equal((await groupsFor(world.as(bot))).length, 8);
    const guest = await world.as('gus').get('/user_groups');
    assert.deepEqual([guest.status, guest.json.msg], [400, 'Not allowed for guest users']);
    assert.equal((await world.anonymous.get('/user_groups')).status, 401);
  });

  test('User groups exclude those of other organizations', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const groups = await groupsFor(world.as('ada'), { include_deactivated_groups: true });
    assert.equal(groups.length, 8);
    assert.ok(!groups.some(({ id }) => id === other.groupId));
  });

  test('Deactivating and reactivating a group emits events in each client’s form', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await addGroup(world, 'weavers', [world.people.dan.id]);
    const types = { event_types: ['user_group'], fetch_event_types: [] };
    const modern = { ...types, client_capabilities: { include_deactivated_groups: true } };
    const [old, fresh] = [await listen(world.as('eve'), types), await listen(world.as('dan'), modern)];
    const getOps = async (client: typeof old) => (await client.received()).map(({ op }) => op);
    await setDeactivated(world, id, true);
    assert.deepEqual([await getOps(old), await getOps(fresh)], [['remove'], ['update']]);
    await setDeactivated(world, id, false);
    const [added] = await old.received();
    assert.deepEqual(
      [added.op, added.group.name, added.group.members],
      ['add', 'weavers', [world.people.dan.id]],
    );
    assert.deepEqual(await getOps(fresh), ['update']);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addOrganization,
  addPerson,
  groupId,
  setChannel,
  setOrganization,
} from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { assertRefused, getGroup, makeGroup, outcomes } from '../../../../tests/support/fixtures/groups.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld, names, type World } from '../../../../tests/support/world.ts';
import type { GroupSetting } from '../../../../wire/core.ts';

const deactivate = (world: World, who: Parameters<World['as']>[0], id: number) =>
  world.as(who).post(`/user_groups/${id}/deactivate`);

const inUse = { code: 'CANNOT_DEACTIVATE_GROUP_IN_USE', msg: 'Cannot deactivate user group in use.' };

async function objections(world: World, id: number): Promise<unknown> {
  const { json } = await assertRefused(world, () => deactivate(world, 'ada', id), inUse);
  return json.objections;
}

onBothEngines('Deactivating a user group', (engine) => {
  test('Deactivating a user group keeps its data and emits an event in each client’s form', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await makeGroup(world, 'dan', 'weavers', ['dan', 'eve']);
    const types = { event_types: ['user_group'], fetch_event_types: [] };
    const fresh = { ...types, client_capabilities: { include_deactivated_groups: true } };
    const [modern, old] = [await listen(world.as('eve'), fresh), await listen(world.as('gus'), types)];
    const before = await getGroup(world, id);
    assert.equal((await deactivate(world, 'dan', id)).status, 200);
    assert.deepEqual(await getGroup(world, id), { ...before, deactivated: true });
    assert.deepEqual(
      (await modern.received()).map(({ op, group_id, data }) => [op, group_id, data]),
      [['update', id, { deactivated: true }]],
    );
    assert.deepEqual(
      (await old.received()).map(({ op, group_id }) => [op, group_id]),
      [['remove', id]],
    );
    await assertRefused(world, () => deactivate(world, 'dan', id), { msg: 'User group is deactivated.' });
  });

  test('Deactivating a user group requires permission to manage it or all groups', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    const everyone = [...names, bot];
    const managers = {
      direct_members: [bot.id, world.people.eve.id, world.people.gus.id],
      direct_subgroups: [],
    };
    const id = await makeGroup(world, 'dan', 'weavers', ['cleo'], { can_manage_group: managers });
    const ask = async (who: (typeof everyone)[number]) => {
      const reply = await deactivate(world, who, id);
      if (reply.status === 200) await world.as('ada').patch(`/user_groups/${id}`, { deactivated: false });
      return reply;
    };
    const [yes, no, guest] = ['success', 'Insufficient permission', 'Not allowed for guest users'];
    assert.deepEqual(await outcomes(everyone, ask), [yes, no, no, no, yes, guest, yes]);
    await setOrganization(world, { can_manage_all_groups: await groupId(world, 'role:moderators') });
    assert.deepEqual(await outcomes(everyone, ask), [yes, yes, yes, no, yes, guest, yes]);
    assert.equal((await world.anonymous.post(`/user_groups/${id}/deactivate`)).status, 401);
  });

  test('Deactivating a system group or a missing group is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const refuse = (id: number, msg: string) =>
      assertRefused(world, () => deactivate(world, 'ada', id), { msg });
    await refuse(await groupId(world, 'role:moderators'), 'Insufficient permission');
    for (const id of [99_999, other.groupId]) await refuse(id, 'Invalid user group');
  });

  test('Deactivating a user group is refused while it is a subgroup of an active group', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await makeGroup(world, 'dan', 'weavers');
    const [a, b] = [
      await makeGroup(world, 'dan', 'a', [], { subgroups: [id] }),
      await makeGroup(world, 'dan', 'b', [], { subgroups: [id] }),
    ];
    assert.deepEqual(await objections(world, id), [{ type: 'subgroup', supergroup_ids: [a, b] }]);
    await deactivate(world, 'dan', a);
    assert.deepEqual(await objections(world, id), [{ type: 'subgroup', supergroup_ids: [b] }]);
    await deactivate(world, 'dan', b);
    assert.equal((await deactivate(world, 'dan', id)).status, 200);
  });

  test('Deactivating a user group is refused while it holds a permission, as a whole or in part', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan } = world.people;
    const id = await makeGroup(world, 'dan', 'weavers');
    const nobody = await groupId(world, 'role:nobody');
    const channel = world.channels.design;
    for (const value of [id, { direct_members: [dan.id], direct_subgroups: [id] }] as GroupSetting[]) {
      await setChannel(world, channel, {
        permissions: { can_send_message_group: value, can_subscribe_group: value },
      });
      const user = await makeGroup(world, 'dan', `user ${typeof value}`, [], { can_mention_group: value });
      await setOrganization(world, { can_create_groups: value, can_invite_users_group: value });
      assert.deepEqual(await objections(world, id), [
        { type: 'channel', channel_id: channel, settings: ['can_send_message_group', 'can_subscribe_group'] },
        { type: 'user_group', group_id: user, settings: ['can_mention_group'] },
        { type: 'realm', settings: ['can_create_groups', 'can_invite_users_group'] },
      ]);
      await setOrganization(world, {
        can_create_groups: await groupId(world, 'role:members'),
        can_invite_users_group: nobody,
      });
      await setChannel(world, channel, {
        permissions: { can_send_message_group: nobody, can_subscribe_group: nobody },
      });
      await world.as('dan').patch(`/user_groups/${user}`, { can_mention_group: { new: nobody } });
    }
    assert.equal((await deactivate(world, 'dan', id)).status, 200);
  });

  test('Who may not know of a channel that uses a group gets no id of it', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await makeGroup(world, 'eve', 'weavers');
    const { design, lounge } = world.channels;
    for (const channel of [design, lounge])
      await setChannel(world, channel, { permissions: { can_send_message_group: id } });
    const { json } = await deactivate(world, 'eve', id);
    const settings = ['can_send_message_group'];
    assert.deepEqual(json.objections, [
      { type: 'channel', settings },
      { type: 'channel', channel_id: lounge, settings },
    ]);
  });

  test('Deactivating a user group is refused while it holds a permission of something that can be reactivated, or of itself', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await makeGroup(world, 'dan', 'weavers');
    const nobody = await groupId(world, 'role:nobody');
    const channel = world.channels.lounge;
    await setChannel(world, channel, { is_archived: 1, permissions: { can_send_message_group: id } });
    assert.deepEqual(await objections(world, id), [
      { type: 'channel', channel_id: channel, settings: ['can_send_message_group'] },
    ]);
    await setChannel(world, channel, { permissions: { can_send_message_group: nobody } });
    const former = await makeGroup(world, 'dan', 'former', [], { can_join_group: id });
    await deactivate(world, 'dan', former);
    const settings = ['can_join_group'];
    assert.deepEqual(await objections(world, id), [{ type: 'user_group', group_id: former, settings }]);
    await world.as('dan').patch(`/user_groups/${former}`, { can_join_group: { new: nobody } });
    await world.as('dan').patch(`/user_groups/${id}`, { can_join_group: { new: id } });
    assert.deepEqual(await objections(world, id), [{ type: 'user_group', group_id: id, settings }]);
  });
});

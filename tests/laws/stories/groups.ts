/** User groups, and the access that membership gives. */
import { groupId, setChannel } from '../../support/change.ts';
import type { Params } from '../../support/client.ts';
import type { Name, World } from '../../support/world.ts';
import { done, everyone, getId, type Act } from './act.ts';

const change = async (world: World, who: Name, name: string, params: Params) =>
  done(world.as(who).patch(`/user_groups/${await groupId(world, name)}`, params));

const post = async (world: World, who: Name, name: string, what: string, params: Params = {}) =>
  done(world.as(who).post(`/user_groups/${await groupId(world, name)}/${what}`, params));

const create = (world: World, who: Name, name: string, members: Name[], params: Params = {}) =>
  done(
    world.as(who).post('/user_groups/create', {
      name,
      description: '',
      members: members.map((member) => getId(world, member)),
      ...params,
    }),
  );

export const groups: readonly Act[] = [
  {
    name: 'A user creates a group of their own',
    act: (world) => create(world, 'dan', 'dyers', ['dan']),
    changes: everyone,
  },
  {
    name: 'A group is created with members, a subgroup and permissions',
    act: async (world) =>
      create(world, 'dan', 'weavers', ['dan', 'eve', 'gus'], {
        subgroups: [await groupId(world, 'dyers')],
        can_join_group: { direct_members: [getId(world, 'gus'), getId(world, 'ada')], direct_subgroups: [] },
        can_mention_group: await groupId(world, 'role:moderators'),
      }),
    changes: everyone,
  },
  {
    name: 'A group gets another name, description and permission',
    act: async (world) =>
      change(world, 'dan', 'weavers', {
        name: 'Knitters',
        description: 'We knit',
        can_leave_group: {
          new: { direct_members: [getId(world, 'eve')], direct_subgroups: [await groupId(world, 'dyers')] },
        },
      }),
    changes: everyone,
  },
  {
    name: 'A user joins a group',
    act: (world) => post(world, 'ada', 'knitters', 'members', { add: [getId(world, 'ada')] }),
    changes: everyone,
  },
  {
    name: 'Members are added to a group and removed from it',
    act: (world) =>
      post(world, 'dan', 'knitters', 'members', {
        add: [getId(world, 'cleo')],
        delete: [getId(world, 'eve'), getId(world, 'gus')],
      }),
    changes: everyone,
  },
  {
    name: 'A subgroup is added to a group',
    act: async (world) =>
      post(world, 'dan', 'knitters', 'subgroups', {
        add: [await groupId(world, 'role:owners')],
        delete: [await groupId(world, 'dyers')],
      }),
    changes: everyone,
  },
  {
    name: 'A group is deactivated',
    act: (world) => post(world, 'dan', 'knitters', 'deactivate'),
    changes: everyone,
  },
  {
    name: 'A deactivated group is changed',
    act: async (world) => {
      await change(world, 'dan', 'knitters', { description: 'We knitted' });
      await post(world, 'dan', 'knitters', 'members', { add: [getId(world, 'eve')] });
    },
    changes: everyone,
  },
  {
    name: 'A group is reactivated',
    act: (world) => change(world, 'dan', 'knitters', { deactivated: false }),
    changes: everyone,
  },
  {
    name: 'A private channel becomes visible through a group',
    prepare: async (world) => {
      const can_subscribe_group = await groupId(world, 'knitters');
      await setChannel(world, world.channels.vault, { permissions: { can_subscribe_group } });
    },
    act: async (world) =>
      post(world, 'dan', 'knitters', 'subgroups', { add: [await groupId(world, 'role:members')] }),
    changes: everyone,
  },
  {
    name: 'A private channel becomes invisible through a group',
    act: async (world) => {
      const params = {
        delete: [getId(world, 'eve')],
        delete_subgroups: [await groupId(world, 'role:members')],
      };
      return post(world, 'dan', 'knitters', 'members', params);
    },
    changes: everyone,
  },
];

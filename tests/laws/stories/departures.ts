/** Accounts are deactivated, reactivated and deleted. */
import { addGroup, addPerson, groupId, setChannel, setOrganization } from '../../support/change.ts';
import { done, except, getId, subscribe, type Act } from './act.ts';

export const departures: readonly Act[] = [
  {
    name: 'A member is deactivated',
    prepare: async (world) => {
      await addGroup(world, 'cooks', [getId(world, 'eve'), getId(world, 'dan')]);
      const holders = { direct_members: [getId(world, 'eve'), getId(world, 'dan')], direct_subgroups: [] };
      await setOrganization(world, { can_mention_many_users_group: holders });
      await setChannel(world, world.channels.general, { permissions: { can_subscribe_group: holders } });
      await setChannel(world, world.channels.lounge, { is_archived: 1 });
    },
    act: (world) => done(world.as('ben').delete(`/users/${getId(world, 'eve')}`)),
    changes: except('eve'),
    ends: ['eve'],
  },
  {
    name: 'A member is reactivated',
    act: (world) => done(world.as('ben').post(`/users/${getId(world, 'eve')}/reactivate`)),
    changes: except('eve'),
  },
  {
    name: 'A member with a bot is deactivated',
    prepare: (world) => addPerson(world, 'loom-bot', { botOwner: 'dan' }),
    act: (world) => done(world.as('dan').delete('/users/me')),
    changes: except('dan'),
    ends: ['dan'],
  },
  {
    name: 'A user is deleted',
    prepare: (world) => done(world.as('ada').post(`/users/${getId(world, 'dan')}/reactivate`)),
    act: (world) =>
      done(world.as('ada').delete(`/users/${getId(world, 'eve')}`, { actions: { delete_profile: true } })),
    changes: except('eve'),
    ends: ['eve'],
  },
  {
    name: 'A user whom a guest cannot see is deactivated',
    prepare: async (world) => {
      await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
      await subscribe(world, 'ada', ['general'], ['gus']);
    },
    act: (world) => done(world.as('ada').delete(`/users/${getId(world, 'cleo')}`)),
    changes: except('cleo', 'eve'),
    ends: ['cleo'],
  },
];

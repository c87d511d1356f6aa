/** Accounts that end, and begin again. */
import { addGroup, addPerson, groupId, setChannel, setOrganization } from '../../support/change.ts';
import { done, except, getId, subscribe, type Act } from './act.ts';

export const departures: readonly Act[] = [
  {
    name: 'a member who is deactivated',
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
    name: 'a member who is brought back',
    act: (world) => done(world.as('ben').post(`/users/${getId(world, 'eve')}/reactivate`)),
    changes: except('eve'),
  },
  {
    name: 'one who goes with a bot',
    prepare: (world) => addPerson(world, 'loom-bot', { getBot: 'dan' }),
    act: (world) => done(world.as('dan').delete('/users/me')),
    changes: except('dan'),
    ends: ['dan'],
  },
  {
    name: 'one who is deleted',
    prepare: (world) => done(world.as('ada').post(`/users/${getId(world, 'dan')}/reactivate`)),
    act: (world) =>
      done(world.as('ada').delete(`/users/${getId(world, 'eve')}`, { actions: { delete_profile: true } })),
    changes: except('eve'),
    ends: ['eve'],
  },
  {
    name: 'one who goes out of a guest’s sight',
    prepare: async (world) => {
      await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
      await subscribe(world, 'ada', ['general'], ['gus']);
    },
    act: (world) => done(world.as('ada').delete(`/users/${getId(world, 'cleo')}`)),
    changes: except('cleo', 'eve'),
    ends: ['cleo'],
  },
];

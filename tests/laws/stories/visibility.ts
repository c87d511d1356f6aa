/** Which users a restricted guest can see. */
import { groupId, setOrganization } from '../../support/change.ts';
import { sendDirect } from '../../support/talk.ts';
import { everyone, except, done, getId, subscribe, unsubscribe, type Act } from './act.ts';

export const visibility: readonly Act[] = [
  {
    name: 'An unknown user joins a guest’s channel',
    prepare: async (world) => {
      await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
      await unsubscribe(world, 'ada', ['general'], ['gus']);
      await subscribe(world, 'ada', ['lounge'], ['gus']);
    },
    act: (world) => subscribe(world, 'ada', ['lounge'], ['dan']),
    changes: everyone,
  },
  {
    name: 'An unknown user leaves a guest’s channel',
    act: (world) => unsubscribe(world, 'ada', ['lounge'], ['dan']),
    changes: everyone,
  },
  {
    name: 'A guest is subscribed to a channel of unknown users',
    act: (world) => subscribe(world, 'ada', ['vault'], ['gus']),
    changes: ['ada', 'ben', 'dan', 'gus'],
  },
  {
    name: 'An unknown user sends a direct message to a guest',
    act: (world) => sendDirect(world, 'cleo', ['gus'], 'hello'),
    changes: ['cleo', 'gus'],
  },
  {
    name: 'An unknown user is renamed',
    act: (world) => done(world.as('ada').patch(`/users/${getId(world, 'ben')}`, { full_name: 'Benedict' })),
    changes: except('gus'),
  },
  {
    name: 'A user is created whom a guest cannot see',
    act: (world) =>
      done(
        world.as('ada').post('/users', {
          email: 'newcomer@example.com',
          full_name: 'Newcomer',
          password: 'a long enough one',
        }),
      ),
    changes: everyone,
  },
  {
    name: 'A guest is permitted to see all users',
    act: (world) => done(world.as('ada').patch(`/users/${getId(world, 'gus')}`, { role: 400 })),
    changes: everyone,
    ends: ['gus'],
  },
];

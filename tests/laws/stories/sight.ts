/** Whom a guest of limited sight knows. */
import { groupId, setOrganization } from '../../support/change.ts';
import { sendDirect } from '../../support/talk.ts';
import { everyone, except, done, getId, subscribe, unsubscribe, type Act } from './act.ts';

export const sight: readonly Act[] = [
  {
    name: 'a stranger who comes into a guest’s channel',
    prepare: async (world) => {
      await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
      await unsubscribe(world, 'ada', ['general'], ['gus']);
      await subscribe(world, 'ada', ['lounge'], ['gus']);
    },
    act: (world) => subscribe(world, 'ada', ['lounge'], ['dan']),
    changes: everyone,
  },
  {
    name: 'one who leaves it',
    act: (world) => unsubscribe(world, 'ada', ['lounge'], ['dan']),
    changes: everyone,
  },
  {
    name: 'a guest who comes into a channel of strangers',
    act: (world) => subscribe(world, 'ada', ['vault'], ['gus']),
    changes: ['ada', 'ben', 'dan', 'gus'],
  },
  {
    name: 'a message from a stranger to a guest',
    act: (world) => sendDirect(world, 'cleo', ['gus'], 'hello'),
    changes: ['cleo', 'gus'],
  },
  {
    name: 'another name of a stranger',
    act: (world) => done(world.as('ada').patch(`/users/${getId(world, 'ben')}`, { full_name: 'Benedict' })),
    changes: except('gus'),
  },
  {
    name: 'a newcomer whom a guest does not know',
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
    name: 'a guest who may see everyone from now on',
    act: (world) => done(world.as('ada').patch(`/users/${getId(world, 'gus')}`, { role: 400 })),
    changes: everyone,
    ends: ['gus'],
  },
];

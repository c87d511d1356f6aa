/** Who is here, and what they say of themselves. */
import { mock } from 'node:test';
import { done, everyone, getId, type Act } from './act.ts';

export const presence: readonly Act[] = [
  {
    name: 'somebody who comes',
    act: (world) => done(world.as('dan').post('/users/me/presence', { status: 'active' })),
    changes: everyone,
  },
  {
    name: 'somebody who does not want to be seen any more',
    act: (world) => done(world.as('dan').patch('/settings', { presence_enabled: false })),
    changes: everyone,
  },
  {
    name: 'somebody who wants to be seen again, and is here',
    act: async (world) => {
      // In the same second: that somebody is still here a moment later is told with none of these events.
      mock.timers.enable({ apis: ['Date'], now: Date.now() });
      try {
        await done(world.as('dan').patch('/settings', { presence_enabled: true }));
        await done(world.as('dan').post('/users/me/presence', { status: 'active' }));
      } finally {
        mock.timers.reset();
      }
    },
    changes: everyone,
  },
  {
    name: 'a status with a text and an emoji',
    act: (world) =>
      done(world.as('dan').post('/users/me/status', { status_text: 'weaving', emoji_name: 'thread' })),
    changes: everyone,
  },
  {
    name: 'a status of which only the text goes',
    act: (world) => done(world.as('dan').post('/users/me/status', { status_text: '' })),
    changes: everyone,
  },
  {
    name: 'a status that an administrator takes away',
    act: (world) => done(world.as('ada').post(`/users/${getId(world, 'dan')}/status`, { emoji_name: '' })),
    changes: everyone,
  },
];

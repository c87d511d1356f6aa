/** Presence and status. */
import { mock } from 'node:test';
import { done, everyone, getId, type Act } from './act.ts';

export const presence: readonly Act[] = [
  {
    name: 'A user becomes active',
    act: (world) => done(world.as('dan').post('/users/me/presence', { status: 'active' })),
    changes: everyone,
  },
  {
    name: 'A user hides their presence',
    act: (world) => done(world.as('dan').patch('/settings', { presence_enabled: false })),
    changes: everyone,
  },
  {
    name: 'A user shows their presence again and is active',
    act: async (world) => {
      // In the same second: still being active a moment later emits none of these events.
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
    name: 'A user sets a status with a text and an emoji',
    act: (world) =>
      done(world.as('dan').post('/users/me/status', { status_text: 'weaving', emoji_name: 'thread' })),
    changes: everyone,
  },
  {
    name: 'A user deletes the text of a status',
    act: (world) => done(world.as('dan').post('/users/me/status', { status_text: '' })),
    changes: everyone,
  },
  {
    name: 'An administrator deletes the status of a user',
    act: (world) => done(world.as('ada').post(`/users/${getId(world, 'dan')}/status`, { emoji_name: '' })),
    changes: everyone,
  },
];

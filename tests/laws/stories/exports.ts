/** Exports that administrators start, and the consent of users. */
import { done, type Act } from './act.ts';

export const exports: readonly Act[] = [
  {
    name: 'An export is started, which is no part of a registration',
    act: (world) => done(world.as('ada').post('/export/realm')),
    changes: [],
  },
  {
    name: 'A user consents to exports of their data',
    act: (world) => done(world.as('dan').patch('/settings', { allow_private_data_export: true })),
    changes: ['dan'],
  },
];

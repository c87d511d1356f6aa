/** Custom emoji of the organization. */
import { sendFiles } from '../../support/files.ts';
import { picture } from '../../support/fixtures/pictures.ts';
import { done, everyone, type Act } from './act.ts';

export const ownEmoji: readonly Act[] = [
  {
    name: 'A custom emoji is uploaded',
    act: async (world) => {
      const file = { name: 'loom.png', type: 'image/png', content: await picture(8, 8) };
      return done(sendFiles(world, 'dan', [file], '/realm/emoji/loom'));
    },
    changes: everyone,
  },
  {
    name: 'A custom emoji is deactivated',
    act: (world) => done(world.as('ben').delete('/realm/emoji/loom')),
    changes: everyone,
  },
];

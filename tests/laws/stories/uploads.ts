/** Files that come, are shown, and go. */
import { upload } from '../../support/files.ts';
import { say } from '../../support/talk.ts';
import { done, everyone, type Act } from './act.ts';

export const uploads: readonly Act[] = [
  {
    name: 'a file that is uploaded',
    act: (world) => upload(world, 'dan'),
    changes: [],
  },
  {
    name: 'a file that is shown',
    act: async (world) => {
      const { url } = await upload(world, 'dan');
      await say(world, 'dan', 'general', 'files', `[it](${url})`);
    },
    changes: everyone,
  },
  {
    name: 'files that are taken away',
    act: async (world) => {
      const { json } = await done(world.as('dan').get('/attachments'));
      for (const { id } of json.attachments as { id: number }[])
        await done(world.as('dan').delete(`/attachments/${id}`));
    },
    changes: [],
  },
];

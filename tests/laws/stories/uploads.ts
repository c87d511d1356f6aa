/** Uploaded files and attachments. */
import { upload } from '../../support/files.ts';
import { say } from '../../support/talk.ts';
import { done, everyone, type Act } from './act.ts';

export const uploads: readonly Act[] = [
  {
    name: 'A file is uploaded',
    act: (world) => upload(world, 'dan'),
    changes: [],
  },
  {
    name: 'A file is attached to a message',
    act: async (world) => {
      const { url } = await upload(world, 'dan');
      await say(world, 'dan', 'general', 'files', `[it](${url})`);
    },
    changes: everyone,
  },
  {
    name: 'Files are deleted',
    act: async (world) => {
      const { json } = await done(world.as('dan').get('/attachments'));
      for (const { id } of json.attachments as { id: number }[])
        await done(world.as('dan').delete(`/attachments/${id}`));
    },
    changes: [],
  },
];

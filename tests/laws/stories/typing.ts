/** Typing notifications. */
import { say, sendDirect } from '../../support/talk.ts';
import { done, everyone, getId, fetchNewestIds, type Act } from './act.ts';

export const typing: readonly Act[] = [
  {
    name: 'A message is sent that a later step edits',
    act: async (world) => {
      await sendDirect(world, 'dan', ['eve'], 'psst');
      await say(world, 'dan', 'general', 'lunch', 'soup');
    },
    changes: everyone,
  },
  {
    name: 'A user types in several conversations and stops',
    act: async (world) => {
      const place = { type: 'channel', stream_id: world.channels.general, topic: 'lunch' };
      const to = [getId(world, 'eve')];
      const ids = await fetchNewestIds(world, 'dan', 2);
      for (const op of ['start', 'stop']) {
        await done(world.as('dan').post('/typing', { ...place, op }));
        await done(world.as('dan').post('/typing', { op, to }));
        for (const id of ids) await done(world.as('dan').post(`/messages/${id}/typing`, { op }));
      }
    },
    changes: [],
  },
];

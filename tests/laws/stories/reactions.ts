/** Reactions to messages. */
import { say } from '../../support/talk.ts';
import { done, everyone, fetchNewestIds, type Act } from './act.ts';

export const reactions: readonly Act[] = [
  {
    name: 'A message is sent that a later step reacts to',
    act: (world) => say(world, 'dan', 'general', 'lunch', 'soup'),
    changes: everyone,
  },
  {
    name: 'Reactions are added and removed',
    act: async (world) => {
      const [id] = await fetchNewestIds(world, 'dan', 1);
      const path = `/messages/${String(id)}/reactions`;
      await done(world.as('eve').post(path, { emoji_name: 'tada' }));
      await done(world.as('gus').post(path, { emoji_name: 'heddle' }));
      await done(world.as('eve').delete(path, { emoji_name: 'tada' }));
    },
    changes: [],
  },
];

/** What people think of what was said. */
import { say } from '../../support/talk.ts';
import { done, everyone, type Act } from './act.ts';

export const reactions: readonly Act[] = [
  {
    name: 'A message is sent that a later step reacts to',
    act: (world) => say(world, 'dan', 'general', 'lunch', 'soup'),
    changes: everyone,
  },
  {
    name: 'Reactions are added and removed',
    act: async (world) => {
      const { json } = await done(
        world.as('dan').get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }),
      );
      const path = `/messages/${(json.messages as { id: number }[])[0]?.id}/reactions`;
      await done(world.as('eve').post(path, { emoji_name: 'tada' }));
      await done(world.as('gus').post(path, { emoji_name: 'heddle' }));
      await done(world.as('eve').delete(path, { emoji_name: 'tada' }));
    },
    changes: [],
  },
];

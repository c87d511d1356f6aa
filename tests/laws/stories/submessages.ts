/** Polls and to-do lists. */
import { say } from '../../support/talk.ts';
import { done, everyone, fetchNewestIds, type Act } from './act.ts';

export const submessages: readonly Act[] = [
  {
    name: 'A poll is created',
    act: (world) => say(world, 'dan', 'general', 'lunch', '/poll Soup?\nyes\nno'),
    changes: everyone,
  },
  {
    name: 'A poll gets votes, options and another question',
    act: async (world) => {
      const [message_id] = await fetchNewestIds(world, 'dan', 1);
      for (const [who, content] of [
        ['eve', { type: 'vote', key: 'canned,0', vote: 1 }],
        ['gus', { type: 'new_option', idx: 1, option: 'later' }],
        ['dan', { type: 'question', question: 'Soup or salad?' }],
      ] as const)
        await done(
          world
            .as(who)
            .post('/submessage', { message_id, msg_type: 'widget', content: JSON.stringify(content) }),
        );
    },
    changes: [],
  },
];

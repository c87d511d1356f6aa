/** Users create, join and leave channels. */
import { groupId, setChannel } from '../../support/change.ts';
import { say } from '../../support/talk.ts';
import { everyone, except, getId, subscribe, unsubscribe, type Act } from './act.ts';

export const subscriptions: readonly Act[] = [
  {
    name: 'Messages are sent that stay unread',
    act: async (world) => {
      await say(world, 'ada', 'general', 'a', 'in general');
      await say(world, 'ada', 'design', 'a', 'in design @**Dan Ito**');
      await say(world, 'ada', 'lounge', 'a', 'in the lounge');
    },
    changes: everyone,
  },
  {
    name: 'A public channel is created',
    act: (world) => subscribe(world, 'eve', ['loft'], ['eve', 'dan', 'gus'], { description: 'high up' }),
    changes: everyone,
  },
  {
    name: 'A private channel is created',
    act: (world) => subscribe(world, 'eve', ['cellar'], ['eve', 'gus'], { invite_only: true }),
    changes: ['ada', 'ben', 'eve', 'gus'],
  },
  {
    name: 'A private channel with protected history is created',
    act: (world) =>
      subscribe(world, 'dan', ['safe'], ['dan', 'cleo'], {
        invite_only: true,
        history_public_to_subscribers: false,
      }),
    changes: ['ada', 'ben', 'cleo', 'dan'],
  },
  {
    name: 'A private channel that members may join is created',
    act: async (world) => {
      const can_subscribe_group = await groupId(world, 'role:members');
      return subscribe(world, 'dan', ['porch'], ['dan'], { invite_only: true, can_subscribe_group });
    },
    changes: except('gus'),
  },
  {
    name: 'Several channels are created with permissions',
    act: (world) => {
      const own = { direct_members: [getId(world, 'dan'), getId(world, 'ada')], direct_subgroups: [] };
      const params = { can_send_message_group: own, topics_policy: 'disable_empty_topic' };
      return subscribe(world, 'ada', ['north', 'south'], ['ada', 'dan'], params);
    },
    changes: except('gus'),
  },
  {
    name: 'A user joins a public channel',
    act: (world) => subscribe(world, 'dan', ['lounge'], ['dan']),
    changes: except('gus'),
  },
  {
    name: 'Users are subscribed to several channels',
    act: (world) => subscribe(world, 'ada', ['lounge', 'design', 'vault'], ['ben', 'eve', 'gus']),
    changes: everyone,
  },
  {
    name: 'A user leaves a public channel',
    act: (world) => unsubscribe(world, 'dan', ['general'], ['dan']),
    changes: everyone,
  },
  {
    name: 'A message is sent to a channel that a user left',
    act: (world) => say(world, 'ada', 'general', 'b', 'without Dan'),
    changes: except('dan', 'otto'),
  },
  {
    name: 'A user leaves a private channel',
    act: (world) => unsubscribe(world, 'cleo', ['design'], ['cleo']),
    changes: ['ada', 'ben', 'cleo', 'dan', 'eve', 'gus'],
  },
  {
    name: 'Users are unsubscribed by another user',
    act: (world) => unsubscribe(world, 'ada', ['design', 'general', 'lounge'], ['dan', 'eve', 'gus']),
    changes: everyone,
  },
  {
    name: 'Users return to a channel',
    act: (world) => subscribe(world, 'ada', ['design', 'general'], ['cleo', 'dan', 'gus']),
    changes: everyone,
  },
  {
    name: 'A message is sent to users who returned',
    act: (world) => say(world, 'ada', 'design', 'b', 'hello again'),
    changes: ['ada', 'ben', 'cleo', 'dan', 'gus'],
  },
  {
    name: 'A user joins an archived channel',
    prepare: (world) => setChannel(world, world.channels.lounge, { is_archived: 1 }),
    act: (world) => subscribe(world, 'ada', ['lounge'], ['cleo']),
    changes: except('gus'),
  },
];

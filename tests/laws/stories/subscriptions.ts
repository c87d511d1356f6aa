/** Who makes channels, comes and leaves. */
import { groupId, setChannel } from '../../support/change.ts';
import { say } from '../../support/talk.ts';
import { everyone, except, getId, subscribe, unsubscribe, type Act } from './act.ts';

export const subscriptions: readonly Act[] = [
  {
    name: 'something to be unread',
    act: async (world) => {
      await say(world, 'ada', 'general', 'a', 'in general');
      await say(world, 'ada', 'design', 'a', 'in design @**Dan Ito**');
      await say(world, 'ada', 'lounge', 'a', 'in the lounge');
    },
    changes: everyone,
  },
  {
    name: 'making a public channel',
    act: (world) => subscribe(world, 'eve', ['loft'], ['eve', 'dan', 'gus'], { description: 'high up' }),
    changes: everyone,
  },
  {
    name: 'making a private channel',
    act: (world) => subscribe(world, 'eve', ['cellar'], ['eve', 'gus'], { invite_only: true }),
    changes: ['ada', 'ben', 'eve', 'gus'],
  },
  {
    name: 'making a private channel with protected history',
    act: (world) =>
      subscribe(world, 'dan', ['safe'], ['dan', 'cleo'], {
        invite_only: true,
        history_public_to_subscribers: false,
      }),
    changes: ['ada', 'ben', 'cleo', 'dan'],
  },
  {
    name: 'making a private channel that members may come into',
    act: async (world) => {
      const can_subscribe_group = await groupId(world, 'role:members');
      return subscribe(world, 'dan', ['porch'], ['dan'], { invite_only: true, can_subscribe_group });
    },
    changes: except('gus'),
  },
  {
    name: 'making several channels with permissions of one’s own',
    act: (world) => {
      const own = { direct_members: [getId(world, 'dan'), getId(world, 'ada')], direct_subgroups: [] };
      const params = { can_send_message_group: own, topics_policy: 'disable_empty_topic' };
      return subscribe(world, 'ada', ['north', 'south'], ['ada', 'dan'], params);
    },
    changes: except('gus'),
  },
  {
    name: 'coming into a public channel',
    act: (world) => subscribe(world, 'dan', ['lounge'], ['dan']),
    changes: except('gus'),
  },
  {
    name: 'bringing people into several channels',
    act: (world) => subscribe(world, 'ada', ['lounge', 'design', 'vault'], ['ben', 'eve', 'gus']),
    changes: everyone,
  },
  {
    name: 'leaving a public channel',
    act: (world) => unsubscribe(world, 'dan', ['general'], ['dan']),
    changes: everyone,
  },
  {
    name: 'a message in a channel that one has left',
    act: (world) => say(world, 'ada', 'general', 'b', 'without Dan'),
    changes: except('dan', 'otto'),
  },
  {
    name: 'leaving a private channel',
    act: (world) => unsubscribe(world, 'cleo', ['design'], ['cleo']),
    changes: ['ada', 'ben', 'cleo', 'dan', 'eve', 'gus'],
  },
  {
    name: 'sending people away',
    act: (world) => unsubscribe(world, 'ada', ['design', 'general', 'lounge'], ['dan', 'eve', 'gus']),
    changes: everyone,
  },
  {
    name: 'coming back',
    act: (world) => subscribe(world, 'ada', ['design', 'general'], ['cleo', 'dan', 'gus']),
    changes: everyone,
  },
  {
    name: 'a message to those who came back',
    act: (world) => say(world, 'ada', 'design', 'b', 'hello again'),
    changes: ['ada', 'ben', 'cleo', 'dan', 'gus'],
  },
  {
    name: 'coming into an archived channel',
    prepare: (world) => setChannel(world, world.channels.lounge, { is_archived: 1 }),
    act: (world) => subscribe(world, 'ada', ['lounge'], ['cleo']),
    changes: except('gus'),
  },
];

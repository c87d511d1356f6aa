/** Stars of messages that users lose access to, in each way there is, and regain. */
import { addChannel, addGroup } from '../../support/change.ts';
import { say } from '../../support/talk.ts';
import type { Name, World } from '../../support/world.ts';
import { done, everyone, except, getId, subscribe, unsubscribe, type Act } from './act.ts';

const star = (world: World, who: Name, messages: number[]) =>
  done(world.as(who).post('/messages/flags', { messages, op: 'add', flag: 'starred' }));

const makePrivate = (world: World, is_private: boolean) =>
  done(
    world.as('ada').patch(`/streams/${world.channels.lounge}`, {
      is_private,
      history_public_to_subscribers: true,
    }),
  );

const setRole = (world: World, role: number) =>
  done(world.as('ada').patch(`/users/${getId(world, 'dan')}`, { role }));

async function changeTeam(world: World, change: 'add' | 'delete'): Promise<unknown> {
  const { json } = await done(world.as('ada').get('/user_groups'));
  const team = (json.user_groups as { id: number; name: string }[]).find(({ name }) => name === 'team');
  const members = { [change]: [getId(world, 'dan')] };
  return done(world.as('ada').post(`/user_groups/${String(team?.id)}/members`, members));
}

export const stars: readonly Act[] = [
  {
    name: 'Messages in several channels are starred',
    prepare: async (world) => {
      const team = await addGroup(world, 'team', [getId(world, 'dan')]);
      await addChannel(world, {
        name: 'den',
        isPrivate: true,
        permissions: { can_subscribe_group: team },
      });
      await subscribe(world, 'dan', ['den'], ['dan']);
      const content = { type: 'channel', to: 'den', topic: 'a', content: 'hello' };
      const { json } = await done(world.as('dan').post('/messages', content));
      await unsubscribe(world, 'dan', ['den'], ['dan']);
      await star(world, 'dan', [json.id as number]);
    },
    act: async (world) => {
      const said = [
        await say(world, 'ada', 'vault', 'keys'),
        await say(world, 'ada', 'general', 'lunch'),
        await say(world, 'eve', 'lounge', 'tea'),
      ];
      await star(world, 'dan', said);
      await star(world, 'ada', said);
    },
    changes: everyone,
  },
  {
    name: 'A user with starred messages leaves a private channel',
    act: (world) => unsubscribe(world, 'dan', ['vault'], ['dan']),
    changes: ['ada', 'ben', 'dan'],
  },
  {
    name: 'A user with starred messages returns to a private channel',
    act: (world) => subscribe(world, 'ada', ['vault'], ['dan']),
    changes: ['ada', 'ben', 'dan'],
  },
  {
    name: 'A channel with starred messages becomes private',
    act: (world) => makePrivate(world, true),
    changes: except('gus'),
  },
  {
    name: 'A channel with starred messages becomes public',
    act: (world) => makePrivate(world, false),
    changes: except('gus'),
  },
  {
    name: 'A user with starred messages leaves a group with access to the channel',
    act: (world) => changeTeam(world, 'delete'),
    changes: everyone,
  },
  {
    name: 'A user returns to a group with access to a channel with starred messages',
    act: (world) => changeTeam(world, 'add'),
    changes: everyone,
  },
  {
    name: 'A user with starred messages becomes guest',
    act: (world) => setRole(world, 600),
    changes: everyone,
  },
  {
    name: 'A guest with starred messages becomes member',
    act: (world) => setRole(world, 400),
    changes: everyone,
  },
];

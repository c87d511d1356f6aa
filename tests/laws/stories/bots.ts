/** Bots, and what their owners and administrators see of them. */
import type { Client, Params } from '../../support/client.ts';
import type { World } from '../../support/world.ts';
import { done, everyone, getId, type Act } from './act.ts';

const make = (client: Client, short_name: string, params: Params = {}) =>
  done(client.post('/bots', { full_name: `The ${short_name}`, short_name, ...params }));

async function idOfBot(world: World, name: string): Promise<number> {
  const { json } = await world.as('ada').get('/users');
  const members = json.members as { user_id: number; email: string }[];
  const bot = members.find(({ email }) => email.startsWith(`${name}-bot@`));
  if (!bot) throw new Error(`There is no bot ${name}.`);
  return bot.user_id;
}

const change = async (world: World, params: Params, who: 'ada' | 'dan' = 'ada') =>
  done(world.as(who).patch(`/bots/${await idOfBot(world, 'weaver')}`, params));

export const bots: readonly Act[] = [
  {
    name: 'A bot is created',
    act: (world) =>
      make(world.as('dan'), 'weaver', {
        bot_type: 3,
        payload_url: 'https://example.com/hook',
        default_sending_stream: 'general',
      }),
    changes: everyone,
  },
  {
    name: 'A bot gets another name and email address',
    act: (world) => change(world, { full_name: 'The Spinner' }, 'dan'),
    changes: everyone,
  },
  {
    name: 'A bot gets other default channels and another service',
    act: (world) =>
      change(world, {
        default_sending_stream: '',
        default_events_register_stream: 'general',
        default_all_public_streams: true,
        service_payload_url: 'https://example.com/other',
      }),
    changes: ['ada', 'ben', 'dan'],
  },
  {
    name: 'The default channel of a bot is renamed',
    act: async (world) => {
      await done(world.as('ada').patch(`/streams/${world.channels.general}`, { new_name: 'commons' }));
    },
    changes: everyone,
  },
  {
    name: 'A bot gets another owner',
    act: (world) => change(world, { bot_owner_id: getId(world, 'eve') }),
    changes: everyone,
  },
  {
    name: 'A member becomes administrator and sees all bots',
    act: (world) => done(world.as('ada').patch(`/users/${getId(world, 'dan')}`, { role: 200 })),
    changes: everyone,
  },
  {
    name: 'An administrator becomes member and sees their own bots only',
    act: (world) => done(world.as('ada').patch(`/users/${getId(world, 'dan')}`, { role: 400 })),
    changes: everyone,
  },
  {
    name: 'A bot gets another role',
    act: (world) => change(world, { role: 200 }),
    changes: everyone,
  },
  {
    name: 'A bot is deactivated',
    act: async (world) => done(world.as('eve').delete(`/bots/${await idOfBot(world, 'weaver')}`)),
    changes: everyone,
  },
  {
    name: 'A bot is reactivated',
    act: async (world) => done(world.as('ada').post(`/users/${await idOfBot(world, 'weaver')}/reactivate`)),
    changes: everyone,
  },
];

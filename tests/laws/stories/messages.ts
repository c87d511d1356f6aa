/** Messages to channels and users. */
import { addGroup } from '../../support/change.ts';
import { say, sendDirect } from '../../support/talk.ts';
import { everyone, except, done, getId, type Act } from './act.ts';

export const messages: readonly Act[] = [
  {
    name: 'The first message is sent to a public channel',
    act: (world) => say(world, 'dan', 'general', 'lunch', 'soup'),
    changes: everyone,
  },
  {
    name: 'The next message is sent to a public channel',
    act: (world) => say(world, 'dan', 'general', 'Lunch', 'stew'),
    changes: except('otto'),
  },
  {
    name: 'A user is mentioned',
    act: (world) => say(world, 'ben', 'general', 'lunch', '@**Eve Lindqvist** come'),
    changes: except('otto'),
  },
  {
    name: 'Everyone is mentioned',
    act: (world) => say(world, 'ada', 'general', '', '@**all** come'),
    changes: except('otto'),
  },
  {
    name: 'A topic is mentioned',
    act: (world) => say(world, 'ada', 'general', 'lunch', '@**topic** go'),
    changes: except('otto'),
  },
  {
    name: 'A group is mentioned',
    prepare: (world) => addGroup(world, 'cooks', [getId(world, 'dan'), getId(world, 'gus')]),
    act: (world) => say(world, 'ada', 'general', 'lunch', '@*cooks* go'),
    changes: except('otto'),
  },
  {
    name: 'The first message is sent to a private channel',
    act: (world) => say(world, 'cleo', 'design', 'plan', 'draft'),
    changes: ['ada', 'ben', 'cleo', 'dan'],
  },
  {
    name: 'The next message is sent to a private channel',
    act: (world) => say(world, 'cleo', 'design', 'plan', '@**Ben Okafor** is not here'),
    changes: ['ada', 'cleo', 'dan'],
  },
  {
    name: 'A message is sent to a channel that was inactive',
    prepare: (world) =>
      world.app.db.write(world.orgId, 'system', async (tx) => {
        const id = world.channels.general;
        await tx.q.updateTable('channel').set({ is_recently_active: 0 }).where('id', '=', id).execute();
        await tx.touch({ channels: [id] });
      }),
    act: (world) => say(world, 'eve', 'general', 'lunch', 'anyone?'),
    changes: everyone,
  },
  {
    name: 'A message is sent to a public channel by a user who is not subscribed',
    act: (world) => say(world, 'dan', 'lounge', 'hello', 'from outside'),
    changes: except('gus'),
  },
  {
    name: 'A direct message is sent',
    act: (world) => sendDirect(world, 'dan', ['gus'], 'psst'),
    changes: ['dan', 'gus'],
  },
  {
    name: 'A direct message is sent to several users',
    act: (world) => sendDirect(world, 'gus', ['dan', 'eve'], '@**Eve Lindqvist** psst'),
    changes: ['dan', 'eve', 'gus'],
  },
  {
    name: 'A direct message is sent to oneself',
    act: (world) => sendDirect(world, 'eve', ['eve'], 'buy milk'),
    changes: ['eve'],
  },
  {
    name: 'A message is sent again by the same client',
    act: async (world) => {
      const { json } = await done(world.as('dan').post('/register', { fetch_event_types: [] }));
      const params = { type: 'direct', to: [getId(world, 'dan')], content: 'once', queue_id: json.queue_id };
      for (let i = 0; i < 2; i++)
        await done(world.as('dan').post('/messages', { ...params, local_id: '1.01' }));
    },
    changes: ['dan'],
  },
];

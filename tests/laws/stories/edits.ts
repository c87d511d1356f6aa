/** Messages are edited and moved. */
import type { Params } from '../../support/client.ts';
import { say } from '../../support/talk.ts';
import type { Name, World } from '../../support/world.ts';
import { done, everyone, except, recallId, rememberId, type Act } from './act.ts';

const edit = (world: World, who: Name, id: number, params: Params) =>
  done(
    world.as(who).patch(`/messages/${id}`, {
      send_notification_to_new_thread: false,
      send_notification_to_old_thread: false,
      ...params,
    }),
  );

export const edits: readonly Act[] = [
  {
    name: 'Messages are sent that later steps edit',
    act: async (world) => {
      rememberId(world, 'first', await say(world, 'dan', 'general', 'lunch', 'soup'));
      rememberId(world, 'second', await say(world, 'dan', 'general', 'lunch', '@**Eve Lindqvist** stew'));
      rememberId(world, 'third', await say(world, 'dan', 'general', 'lunch', 'rice'));
      await say(world, 'eve', 'general', 'dinner', 'beans');
      rememberId(world, 'plan', await say(world, 'dan', 'general', 'plans', 'a secret'));
      rememberId(world, 'drawing', await say(world, 'dan', 'design', 'drafts', 'a drawing'));
      await say(world, 'ada', 'lounge', 'tea', 'hot');
      await say(world, 'gus', 'general', 'last', 'the newest');
    },
    changes: everyone,
  },
  {
    name: 'A mention is removed from a message',
    act: (world) => edit(world, 'dan', recallId(world, 'second'), { content: 'stew' }),
    changes: ['eve'],
  },
  {
    name: 'Mentions are added to a message',
    act: (world) => edit(world, 'dan', recallId(world, 'first'), { content: '@**all** soup' }),
    changes: ['ada', 'ben', 'cleo', 'eve', 'gus'],
  },
  {
    name: 'One message is moved to another topic',
    act: (world) => edit(world, 'dan', recallId(world, 'first'), { topic: 'dinner' }),
    changes: ['ada', 'ben', 'cleo', 'eve', 'gus'],
  },
  {
    name: 'The later messages of a topic that its first sender follows are moved to a new topic',
    act: (world) =>
      edit(world, 'cleo', recallId(world, 'second'), { topic: 'Supper', propagate_mode: 'change_later' }),
    changes: except('otto'),
  },
  {
    name: 'A topic is renamed in letter case only',
    act: (world) =>
      edit(world, 'ben', recallId(world, 'third'), { topic: 'SUPPER', propagate_mode: 'change_all' }),
    changes: ['ada', 'ben', 'cleo', 'eve', 'gus'],
  },
  {
    name: 'A topic is resolved',
    act: (world) =>
      edit(world, 'dan', recallId(world, 'third'), { topic: '✔ SUPPER', propagate_mode: 'change_all' }),
    changes: except('otto'),
  },
  {
    name: 'A topic with starred messages is moved to a private channel',
    prepare: async (world) => {
      const messages = [recallId(world, 'plan')];
      for (const who of ['gus', 'cleo'] as const)
        await done(world.as(who).post('/messages/flags', { messages, op: 'add', flag: 'starred' }));
    },
    act: (world) =>
      edit(world, 'dan', recallId(world, 'plan'), {
        stream_id: world.channels.design,
        propagate_mode: 'change_all',
      }),
    changes: except('otto'),
  },
  {
    name: 'The oldest message of a private channel is moved to a public one',
    act: (world) =>
      edit(world, 'cleo', recallId(world, 'drawing'), {
        stream_id: world.channels.general,
        topic: 'drawings',
        propagate_mode: 'change_all',
        send_notification_to_old_thread: true,
        send_notification_to_new_thread: true,
      }),
    changes: except('otto'),
  },
];

/** Messages and topics are deleted. */
import { say, sendDirect } from '../../support/talk.ts';
import type { Name, World } from '../../support/world.ts';
import { everyone, except, done, recallId, rememberId, type Act } from './act.ts';

const deleteMessage = (world: World, who: Name, id: number) => done(world.as(who).delete(`/messages/${id}`));

const deleteTopic = (world: World, who: Name, topic_name: string) =>
  done(world.as(who).post(`/streams/${world.channels.general}/delete_topic`, { topic_name }));

export const deletions: readonly Act[] = [
  {
    name: 'Messages are sent that later steps delete',
    act: async (world) => {
      rememberId(world, 'oldest', await say(world, 'dan', 'general', 'lunch', 'soup'));
      rememberId(world, 'mention', await say(world, 'dan', 'general', 'lunch', '@**Eve Lindqvist** stew'));
      await say(world, 'dan', 'general', '', 'no topic');
      rememberId(world, 'starred', await say(world, 'dan', 'general', 'dinner', 'rice'));
      await say(world, 'dan', 'general', 'dinner', 'beans');
      rememberId(world, 'first key', await say(world, 'ada', 'vault', 'keys', 'under the mat'));
      rememberId(world, 'second key', await say(world, 'ada', 'vault', 'keys', 'on the hook'));
      await sendDirect(world, 'eve', ['dan'], 'psst');
      rememberId(world, 'whisper', await sendDirect(world, 'eve', ['dan'], 'psst again'));
      rememberId(world, 'only whisper', await sendDirect(world, 'gus', ['cleo'], 'psst'));
      await say(world, 'cleo', 'general', 'breakfast', 'tea');
      rememberId(world, 'newest', await say(world, 'cleo', 'general', 'breakfast', 'more tea'));
    },
    changes: everyone,
  },
  {
    name: 'An unread message with a mention is deleted',
    act: (world) => deleteMessage(world, 'dan', recallId(world, 'mention')),
    changes: ['ada', 'ben', 'cleo', 'eve', 'gus'],
  },
  {
    name: 'A starred message is deleted',
    prepare: async (world) => {
      const messages = [recallId(world, 'starred')];
      await done(world.as('gus').post('/messages/flags', { messages, op: 'add', flag: 'starred' }));
      await done(world.as('gus').post('/messages/flags', { messages, op: 'add', flag: 'read' }));
    },
    act: (world) => deleteMessage(world, 'ada', recallId(world, 'starred')),
    changes: ['ada', 'ben', 'cleo', 'eve', 'gus'],
  },
  {
    name: 'A message that only some can see is deleted',
    act: async (world) => {
      await deleteMessage(world, 'ada', recallId(world, 'second key'));
    },
    changes: ['dan'],
  },
  {
    name: 'The oldest message of a channel is deleted',
    act: (world) => deleteMessage(world, 'dan', recallId(world, 'oldest')),
    changes: everyone,
  },
  {
    name: 'The only message of a channel is deleted',
    act: (world) => deleteMessage(world, 'ada', recallId(world, 'first key')),
    changes: ['ada', 'ben', 'dan'],
  },
  {
    name: 'The newest message of the organization is sent and deleted',
    act: async (world) => {
      await say(world, 'cleo', 'general', 'breakfast', 'jam');
      await deleteMessage(world, 'cleo', await say(world, 'cleo', 'general', 'breakfast', 'honey'));
    },
    changes: except('otto'),
  },
  {
    name: 'The newest message of a conversation is sent and deleted',
    act: async (world) => {
      await sendDirect(world, 'eve', ['dan'], 'again');
      await deleteMessage(world, 'eve', await sendDirect(world, 'eve', ['dan'], 'and again'));
    },
    changes: ['dan', 'eve'],
  },
  {
    name: 'The only message of a conversation is deleted',
    act: (world) => deleteMessage(world, 'gus', recallId(world, 'only whisper')),
    changes: ['cleo', 'gus'],
  },
  {
    name: 'A topic is deleted',
    act: async (world) => {
      await say(world, 'ada', 'general', 'later', 'kept');
      await deleteTopic(world, 'ben', 'Breakfast');
    },
    changes: except('otto'),
  },
  {
    name: 'The topic without a name is deleted',
    act: (world) => deleteTopic(world, 'ben', 'general chat'),
    changes: everyone,
  },
];

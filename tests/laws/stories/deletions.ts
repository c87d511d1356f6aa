/** What is said and deleted again. */
import { say, sendDirect } from '../../support/talk.ts';
import type { Name, World } from '../../support/world.ts';
import { everyone, except, done, type Act } from './act.ts';

const erase = (world: World, who: Name, id: number) => done(world.as(who).delete(`/messages/${id}`));

const eraseTopic = (world: World, who: Name, topic_name: string) =>
  done(world.as(who).post(`/streams/${world.channels.general}/delete_topic`, { topic_name }));

/** What the acts here delete, by a name of its own. */
const ids = new WeakMap<World, Map<string, number>>();

function note(world: World, name: string, id: number): void {
  const noted = ids.get(world) ?? new Map<string, number>();
  ids.set(world, noted.set(name, id));
}

const noted = (world: World, name: string): number => ids.get(world)?.get(name) ?? 0;

export const deletions: readonly Act[] = [
  {
    name: 'Messages are sent that later steps delete',
    act: async (world) => {
      note(world, 'oldest', await say(world, 'dan', 'general', 'lunch', 'soup'));
      note(world, 'mention', await say(world, 'dan', 'general', 'lunch', '@**Eve Lindqvist** stew'));
      await say(world, 'dan', 'general', '', 'no topic');
      note(world, 'starred', await say(world, 'dan', 'general', 'dinner', 'rice'));
      await say(world, 'dan', 'general', 'dinner', 'beans');
      note(world, 'first key', await say(world, 'ada', 'vault', 'keys', 'under the mat'));
      note(world, 'second key', await say(world, 'ada', 'vault', 'keys', 'on the hook'));
      await sendDirect(world, 'eve', ['dan'], 'psst');
      note(world, 'whisper', await sendDirect(world, 'eve', ['dan'], 'psst again'));
      note(world, 'only whisper', await sendDirect(world, 'gus', ['cleo'], 'psst'));
      await say(world, 'cleo', 'general', 'breakfast', 'tea');
      note(world, 'newest', await say(world, 'cleo', 'general', 'breakfast', 'more tea'));
    },
    changes: everyone,
  },
  {
    name: 'An unread message with a mention is deleted',
    act: (world) => erase(world, 'dan', noted(world, 'mention')),
    changes: ['ada', 'ben', 'cleo', 'eve', 'gus'],
  },
  {
    name: 'A starred message is deleted',
    prepare: async (world) => {
      const messages = [noted(world, 'starred')];
      await done(world.as('gus').post('/messages/flags', { messages, op: 'add', flag: 'starred' }));
      await done(world.as('gus').post('/messages/flags', { messages, op: 'add', flag: 'read' }));
    },
    act: (world) => erase(world, 'ada', noted(world, 'starred')),
    changes: ['ada', 'ben', 'cleo', 'eve', 'gus'],
  },
  {
    name: 'A message that only some can see is deleted',
    act: async (world) => {
      await erase(world, 'ada', noted(world, 'second key'));
    },
    changes: ['dan'],
  },
  {
    name: 'The oldest message of a channel is deleted',
    act: (world) => erase(world, 'dan', noted(world, 'oldest')),
    changes: everyone,
  },
  {
    name: 'The only message of a channel is deleted',
    act: (world) => erase(world, 'ada', noted(world, 'first key')),
    changes: ['ada', 'ben', 'dan'],
  },
  {
    name: 'The newest message of the organization is sent and deleted',
    act: async (world) => {
      await say(world, 'cleo', 'general', 'breakfast', 'jam');
      await erase(world, 'cleo', await say(world, 'cleo', 'general', 'breakfast', 'honey'));
    },
    changes: except('otto'),
  },
  {
    name: 'The newest message of a conversation is sent and deleted',
    act: async (world) => {
      await sendDirect(world, 'eve', ['dan'], 'again');
      await erase(world, 'eve', await sendDirect(world, 'eve', ['dan'], 'and again'));
    },
    changes: ['dan', 'eve'],
  },
  {
    name: 'The only message of a conversation is deleted',
    act: (world) => erase(world, 'gus', noted(world, 'only whisper')),
    changes: ['cleo', 'gus'],
  },
  {
    name: 'A topic is deleted',
    act: async (world) => {
      await say(world, 'ada', 'general', 'later', 'kept');
      await eraseTopic(world, 'ben', 'Breakfast');
    },
    changes: except('otto'),
  },
  {
    name: 'The topic without a name is deleted',
    act: (world) => eraseTopic(world, 'ben', 'general chat'),
    changes: everyone,
  },
];

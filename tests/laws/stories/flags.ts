/** Messages are marked as read, starred and collapsed. */
import { say, sendDirect } from '../../support/talk.ts';
import type { Name, World } from '../../support/world.ts';
import { everyone, except, done, fetchNewestIds, type Act } from './act.ts';

const flag = async (world: World, who: Name, op: 'add' | 'remove', name: string, count: number) =>
  done(
    world.as(who).post('/messages/flags', {
      messages: await fetchNewestIds(world, who, count),
      op,
      flag: name,
    }),
  );

const flagNarrow = (world: World, who: Name, op: 'add' | 'remove', name: string, narrow: unknown) =>
  done(
    world.as(who).post('/messages/flags/narrow', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow,
      op,
      flag: name,
    }),
  );

export const flags: readonly Act[] = [
  {
    name: 'Many messages are sent',
    act: async (world) => {
      await say(world, 'eve', 'general', 'lunch', 'soup @**Dan Ito**');
      await say(world, 'eve', 'general', '', 'no topic @**all**');
      await say(world, 'ada', 'vault', 'keys', 'under the mat');
      await sendDirect(world, 'eve', ['dan'], 'psst');
      await sendDirect(world, 'eve', ['dan', 'gus'], 'psst both');
    },
    changes: everyone,
  },
  {
    name: 'Messages are marked as read',
    act: (world) => flag(world, 'dan', 'add', 'read', 2),
    changes: ['dan'],
  },
  {
    name: 'Messages are marked as unread',
    act: (world) => flag(world, 'dan', 'remove', 'read', 1),
    changes: ['dan'],
  },
  {
    name: 'A user marks their own messages as unread',
    act: (world) => flag(world, 'eve', 'remove', 'read', 3),
    changes: ['eve'],
  },
  {
    name: 'Messages are marked as unread in a topic whose letter case changed',
    prepare: (world) => flagNarrow(world, 'dan', 'add', 'read', []),
    act: async (world) => {
      const old = await say(world, 'eve', 'general', 'Spelling', 'soup');
      await say(world, 'dan', 'general', 'SPELLING', 'stew');
      await flagNarrow(world, 'dan', 'add', 'read', []);
      await done(world.as('dan').post('/messages/flags', { messages: [old], op: 'remove', flag: 'read' }));
    },
    changes: except('otto'),
  },
  { name: 'Messages are starred', act: (world) => flag(world, 'dan', 'add', 'starred', 3), changes: ['dan'] },
  {
    name: 'A star is removed',
    act: (world) => flag(world, 'dan', 'remove', 'starred', 1),
    changes: ['dan'],
  },
  { name: 'Messages are collapsed', act: (world) => flag(world, 'dan', 'add', 'collapsed', 1), changes: [] },
  {
    name: 'A channel is marked as read by its narrow',
    act: (world) => flagNarrow(world, 'dan', 'add', 'read', [['channel', 'general']]),
    changes: ['dan'],
  },
  {
    name: 'A topic is marked as unread by its narrow',
    act: (world) =>
      flagNarrow(world, 'dan', 'remove', 'read', [
        ['channel', 'general'],
        ['topic', 'lunch'],
      ]),
    changes: ['dan'],
  },
  {
    name: 'Everything is marked as read',
    act: (world) => flagNarrow(world, 'dan', 'add', 'read', []),
    changes: ['dan'],
  },
  {
    name: 'Messages are starred by a narrow',
    act: (world) => flagNarrow(world, 'gus', 'add', 'starred', [['is', 'dm']]),
    changes: ['gus'],
  },
];

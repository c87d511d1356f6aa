/** How the organization is arranged, and what the server says of itself. */
import { announceRestart } from '../../../server/src/events/announce-restart.ts';
import { say, tell } from '../../support/talk.ts';
import { everyone, done, type Act } from './act.ts';

export const folders: readonly Act[] = [
  {
    name: 'a new folder',
    act: (world) =>
      done(world.as('ada').post('/channel_folders/create', { name: 'Work', description: '*hard*' })),
    changes: everyone,
  },
  {
    name: 'another folder',
    act: (world) => done(world.as('ben').post('/channel_folders/create', { name: 'Play' })),
    changes: everyone,
  },
  {
    name: 'folders in another order',
    act: async (world) => {
      const { json } = await done(world.as('ada').get('/channel_folders'));
      const order = (json.channel_folders as { id: number }[]).map((folder) => folder.id).reverse();
      return done(world.as('ada').patch('/channel_folders', { order }));
    },
    changes: everyone,
  },
  {
    name: 'a folder that is renamed and archived',
    act: async (world) => {
      const { json } = await done(world.as('ada').get('/channel_folders'));
      const [folder] = json.channel_folders as { id: number }[];
      return done(
        world.as('ada').patch(`/channel_folders/${folder?.id}`, { name: 'Rest', is_archived: true }),
      );
    },
    changes: everyone,
  },
];

export const domains: readonly Act[] = [
  {
    name: 'a domain that may join',
    act: (world) =>
      done(world.as('ada').post('/realm/domains', { domain: 'example.org', allow_subdomains: false })),
    changes: everyone,
  },
  {
    name: 'its subdomains too',
    act: (world) => done(world.as('ada').patch('/realm/domains/example.org', { allow_subdomains: true })),
    changes: everyone,
  },
  {
    name: 'a domain that may join no more',
    act: (world) => done(world.as('ada').delete('/realm/domains/example.org')),
    changes: everyone,
  },
];

export const views: readonly Act[] = [
  {
    name: 'a view of one’s own',
    act: (world) =>
      done(
        world.as('dan').post('/navigation_views', {
          fragment: 'narrow/topic/7-lunch',
          is_pinned: true,
          name: 'Stars',
        }),
      ),
    changes: ['dan'],
  },
  {
    name: 'a view that is changed',
    act: (world) =>
      done(
        world.as('dan').patch('/navigation_views/narrow/topic/7-lunch', { is_pinned: false, name: 'Best' }),
      ),
    changes: ['dan'],
  },
  {
    name: 'a view that is removed',
    act: (world) => done(world.as('dan').delete('/navigation_views/narrow/topic/7-lunch')),
    changes: ['dan'],
  },
];

export const restarts: readonly Act[] = [
  {
    name: 'a restart with the same version',
    prepare: (world) => announceRestart(world.heddle, 'one'),
    act: async (world) => {
      await say(world, 'dan', 'general', 'lunch', 'before');
      await world.restart();
      await announceRestart(world.heddle, 'one');
      await say(world, 'dan', 'general', 'lunch', 'after');
    },
    changes: everyone,
  },
  {
    name: 'a restart with another version',
    act: async (world) => {
      await tell(world, 'ada', ['dan'], 'it will be quick');
      await world.restart();
      await announceRestart(world.heddle, 'two');
    },
    changes: everyone,
  },
];

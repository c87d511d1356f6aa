/** Folders, domains, navigation views, linkifiers, playgrounds, and restarts of the server. */
import { announceRestart } from '../../../server/src/app/start/announce-restart.ts';
import { say, sendDirect } from '../../support/talk.ts';
import { everyone, done, type Act } from './act.ts';

export const folders: readonly Act[] = [
  {
    name: 'A channel folder is created',
    act: (world) =>
      done(world.as('ada').post('/channel_folders/create', { name: 'Work', description: '*hard*' })),
    changes: everyone,
  },
  {
    name: 'A second channel folder is created',
    act: (world) => done(world.as('ben').post('/channel_folders/create', { name: 'Play' })),
    changes: everyone,
  },
  {
    name: 'Channel folders are reordered',
    act: async (world) => {
      const { json } = await done(world.as('ada').get('/channel_folders'));
      const order = (json.channel_folders as { id: number }[]).map((folder) => folder.id).reverse();
      return done(world.as('ada').patch('/channel_folders', { order }));
    },
    changes: everyone,
  },
  {
    name: 'A channel folder is renamed and archived',
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
    name: 'An email domain is allowed',
    act: (world) =>
      done(world.as('ada').post('/realm/domains', { domain: 'example.org', allow_subdomains: false })),
    changes: everyone,
  },
  {
    name: 'Subdomains of an allowed domain are allowed',
    act: (world) => done(world.as('ada').patch('/realm/domains/example.org', { allow_subdomains: true })),
    changes: everyone,
  },
  {
    name: 'An allowed domain is removed',
    act: (world) => done(world.as('ada').delete('/realm/domains/example.org')),
    changes: everyone,
  },
];

export const navigationViews: readonly Act[] = [
  {
    name: 'A navigation view is created',
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
    name: 'A navigation view is changed',
    act: (world) =>
      done(
        world.as('dan').patch('/navigation_views/narrow/topic/7-lunch', { is_pinned: false, name: 'Best' }),
      ),
    changes: ['dan'],
  },
  {
    name: 'A navigation view is deleted',
    act: (world) => done(world.as('dan').delete('/navigation_views/narrow/topic/7-lunch')),
    changes: ['dan'],
  },
];

export const restarts: readonly Act[] = [
  {
    name: 'The server restarts with the same version',
    prepare: (world) => announceRestart(world.app, 'one'),
    act: async (world) => {
      await say(world, 'dan', 'general', 'lunch', 'before');
      await world.restart();
      await announceRestart(world.app, 'one');
      await say(world, 'dan', 'general', 'lunch', 'after');
    },
    changes: everyone,
  },
  {
    name: 'The server restarts with another version',
    act: async (world) => {
      await sendDirect(world, 'ada', ['dan'], 'it will be quick');
      await world.restart();
      await announceRestart(world.app, 'two');
    },
    changes: everyone,
  },
];

const bugs = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://bugs.example.com/{id}' };

export const linkifiers: readonly Act[] = [
  {
    name: 'A linkifier is added',
    act: (world) => done(world.as('ada').post('/realm/filters', bugs)),
    changes: everyone,
  },
  {
    name: 'Another linkifier is added and moved to the front',
    act: async (world) => {
      const ben = world.as('ben');
      const added = { pattern: 'T(?P<n>[0-9]+)', url_template: 'https://tasks.example.com/{n}' };
      const { json } = await done(ben.post('/realm/filters', added));
      const all = (await done(ben.get('/realm/linkifiers'))).json.linkifiers as { id: number }[];
      const others = all.map(({ id }) => id).filter((id) => id !== json.id);
      await done(ben.patch('/realm/linkifiers', { ordered_linkifier_ids: [json.id, ...others] }));
    },
    changes: everyone,
  },
  {
    name: 'A linkifier is changed, and another one deleted',
    act: async (world) => {
      const { json } = await done(world.as('ada').get('/realm/linkifiers'));
      const [first, second] = json.linkifiers as { id: number }[];
      await done(world.as('ada').delete(`/realm/filters/${first?.id}`));
      const changed = { ...bugs, example_input: '#12', reverse_template: '#{id}' };
      await done(world.as('ada').patch(`/realm/filters/${second?.id}`, changed));
    },
    changes: everyone,
  },
];

export const playgrounds: readonly Act[] = [
  {
    name: 'A code playground is added',
    act: (world) =>
      done(
        world.as('ada').post('/realm/playgrounds', {
          name: 'Try it',
          pygments_language: 'Python',
          url_template: 'https://python.example.com/?code={code}',
        }),
      ),
    changes: everyone,
  },
  {
    name: 'A code playground is deleted',
    act: async (world) => {
      const { json } = await done(
        world.as('ada').post('/register', { fetch_event_types: ['realm_playgrounds'] }),
      );
      const [only] = json.realm_playgrounds as { id: number }[];
      await done(world.as('ben').delete(`/realm/playgrounds/${only?.id}`));
    },
    changes: everyone,
  },
];

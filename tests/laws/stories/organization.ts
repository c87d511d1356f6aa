/** How the organization is arranged, and what the server says of itself. */
import { announceRestart } from '../../../server/src/app/start/announce-restart.ts';
import { say, sendDirect } from '../../support/talk.ts';
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
    name: 'a restart with another version',
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
    name: 'text that becomes a link',
    act: (world) => done(world.as('ada').post('/realm/filters', bugs)),
    changes: everyone,
  },
  {
    name: 'other text that becomes a link, and comes first',
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
    name: 'one that is changed, and one that is gone',
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
    name: 'a place to try code',
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
    name: 'no place to try code any more',
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

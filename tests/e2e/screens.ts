/** The screens of the web client. A screen or a kind of list that is missing here does not compile. */
import type { Narrow } from '../../web/src/store/narrow/narrow.ts';
import type { Screen } from '../../web/src/view/narrow/address.ts';
import { pages, type SettingsScreen } from '../../web/src/view/settings/pages.ts';
import main from '../../web/src/text/main/en.json' with { type: 'json' };
import settings from '../../web/src/text/settings/en.json' with { type: 'json' };
import type { Stage } from './stage.ts';

type Place = Pick<Stage, 'weaving' | 'people'>;
/** Addresses, and what stands above what is there. */
type Titles = Record<string, string>;

const byScreen = ({ weaving }: Place): Record<Exclude<Screen, SettingsScreen | 'narrow'>, Titles> => ({
  inbox: { '/inbox': 'Inbox' },
  recent: { '/recent': 'Recent conversations' },
  drafts: { '/drafts': 'Drafts' },
  scheduled: { '/scheduled': 'Scheduled' },
  channels: {
    '/channels': 'Channels',
    '/channels/new': 'Create channel',
    '/channels/folders': 'Folders',
    [`/channels/${weaving}/general`]: 'weaving',
    [`/channels/${weaving}/permissions`]: 'weaving',
    [`/channels/${weaving}/people`]: 'weaving',
    [`/channels/${weaving}/personal`]: 'weaving',
  },
  people: {
    '/people': 'People',
    '/people/groups': 'Groups',
    '/people/groups/new': 'Create group',
  },
  topics: { [`/channel/${weaving}-weaving/topics`]: 'Topics' },
  unknown: { '/no/such/place': 'Not found' },
});

const byNarrow = ({ weaving, people }: Place): Record<Exclude<Narrow['kind'], 'topic'>, Titles> => ({
  feed: { '/feed': 'Combined feed' },
  mentions: { '/mentions': 'Mentions' },
  starred: { '/starred': 'Starred' },
  search: { '/search?q=look': 'Search: look' },
  direct: { [`/dm/${people.ben.id}`]: 'Ben Okafor' },
  channel: {
    [`/channel/${weaving}-weaving`]: 'weaving',
    '/channel/99999999': 'Not found',
  },
});

/** Beside the settings, and topics, which each test has of its own. */
export const getScreens = (place: Place): Titles =>
  Object.assign({}, ...Object.values(byScreen(place)), ...Object.values(byNarrow(place)));

const english: Readonly<Record<string, string>> = { ...main, ...settings };

export const getSettingsScreens = (): Titles =>
  Object.fromEntries(pages.map(({ id, title }) => [`/${id}`, english[title] ?? '']));

/** Pages for people who are not signed in; the first is where they sign in. */
export const serverPages: readonly string[] = [
  '/login',
  '/reset',
  '/join',
  '/join/unknown',
  '/choose',
  '/unsubscribe/unknown',
  '/complete/company/',
  '/api/docs',
];

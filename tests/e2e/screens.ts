/** The screens of the web client beside the settings. */
import type { Stage } from './stage.ts';

/** Addresses, and what stands above what is there. */
export const getScreens = ({
  weaving,
  people,
}: Pick<Stage, 'weaving' | 'people'>): Record<string, string> => ({
  '/inbox': 'Inbox',
  '/recent': 'Recent conversations',
  '/feed': 'Combined feed',
  '/mentions': 'Mentions',
  '/starred': 'Starred',
  '/drafts': 'Drafts',
  '/scheduled': 'Scheduled',
  '/search?q=look': 'Search: look',
  '/channels': 'Channels',
  '/channels/new': 'Create channel',
  '/channels/folders': 'Folders',
  '/people': 'People',
  '/people/groups': 'Groups',
  '/people/groups/new': 'Create group',
  '/no/such/place': 'Not found',
  [`/channels/${weaving}/general`]: 'weaving',
  [`/channels/${weaving}/permissions`]: 'weaving',
  [`/channels/${weaving}/people`]: 'weaving',
  [`/channels/${weaving}/personal`]: 'weaving',
  [`/dm/${people.ben.id}`]: 'Ben Okafor',
  [`/channel/${weaving}-weaving`]: 'weaving',
  [`/channel/${weaving}-weaving/topics`]: 'Topics',
});

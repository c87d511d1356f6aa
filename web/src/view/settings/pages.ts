/** The pages of the settings, in the order of their list. */
import type { Screen } from '../narrow/address.ts';
import type { TextKey } from '../text/text.ts';
import { defaults, general, joining, messages, permissions } from './organization.ts';
import { notifications, preferences } from './personal.ts';
import type { Section } from './setting.ts';

export type SettingsScreen = Extract<Screen, 'settings' | 'organization'>;

export type PageId =
  | `settings/${'profile' | 'account' | 'preferences' | 'notifications' | 'muted' | 'words' | 'shortcuts' | 'bots' | 'integrations'}`
  | `organization/${'general' | 'permissions' | 'messages' | 'joining' | 'invitations' | 'users' | 'bots' | 'channels'}`
  | `organization/${'fields' | 'linkifiers' | 'playgrounds' | 'defaults' | 'emoji' | 'domains' | 'audit' | 'imports' | 'exports' | 'commands' | 'authentication'}`;

export type SettingsPage = {
  id: PageId;
  title: TextKey;
  /** Settings from the tables; other content of a page is a component. */
  sections: readonly Section[];
  /** Further texts by which the page is found. */
  words: readonly TextKey[];
};

const page = (
  id: PageId,
  title: TextKey,
  sections: readonly Section[] = [],
  words: readonly TextKey[] = [],
): SettingsPage => ({ id, title, sections, words });

export const pages: readonly SettingsPage[] = [
  page(
    'settings/profile',
    'settings.page.profile',
    [],
    ['picture.choose', 'settings.fullName', 'settings.email', 'settings.timezone', 'profile.status'],
  ),
  page(
    'settings/account',
    'settings.page.account',
    [],
    [
      'settings.password',
      'twoFactor.title',
      'passkeys.title',
      'settings.sessions',
      'settings.apiKey',
      'apiKeys.title',
      'settings.leave',
    ],
  ),
  page('settings/preferences', 'settings.page.preferences', preferences, ['settings.websitePreviews']),
  page('settings/notifications', 'settings.page.notifications', notifications, [
    'pushDevices.title',
    'quiet.hours',
    'quiet.title',
    'settings.kind.direct',
    'settings.kind.channels',
    'settings.kind.followed',
    'settings.exceptions',
  ]),
  page('settings/muted', 'settings.page.muted', [], ['settings.mutedPeople', 'settings.topics']),
  page('settings/words', 'settings.page.words'),
  page('settings/shortcuts', 'settings.page.shortcuts'),
  page('settings/bots', 'settings.page.bots', [], ['bots.add']),
  page(
    'settings/integrations',
    'settings.page.integrations',
    [],
    ['bots.integrationService', 'bots.integrationCopy'],
  ),
  page('organization/general', 'organization.page.general', general, [
    'organizationPicture.icon',
    'organizationPicture.logo',
    'organizationPicture.night_logo',
  ]),
  page('organization/permissions', 'organization.page.permissions', permissions),
  page('organization/messages', 'organization.page.messages', messages),
  page('organization/emoji', 'organization.page.emoji', [], ['ownEmoji.add']),
  page('organization/fields', 'organization.page.fields', [], ['fields.add']),
  page('organization/linkifiers', 'organization.page.linkifiers', [], ['linkifiers.add']),
  page('organization/playgrounds', 'organization.page.playgrounds', [], ['playgrounds.add']),
  page('organization/joining', 'organization.page.joining', joining),
  page(
    'organization/authentication',
    'organization.page.authentication',
    [],
    ['signInProviders.title', 'twoFactor.require', 'signInRules.title', 'scim.title'],
  ),
  page('organization/domains', 'organization.page.domains', [], ['domains.add']),
  page('organization/channels', 'organization.page.channels', [], ['defaultChannels.add']),
  page(
    'organization/invitations',
    'organization.page.invitations',
    [],
    ['organization.invite.title', 'organization.invite.makeLink'],
  ),
  page(
    'organization/users',
    'organization.page.users',
    [],
    [
      'organization.users.add',
      'organization.users.makeLink',
      'organization.users.role',
      'organization.users.deactivate',
    ],
  ),
  page('organization/bots', 'organization.page.bots', [], ['bots.add', 'bots.owner']),
  page('organization/commands', 'organization.page.commands', [], ['commands.add']),
  page('organization/defaults', 'organization.page.defaults', defaults, [
    'settings.kind.direct',
    'settings.kind.channels',
    'settings.kind.followed',
  ]),
  page('organization/audit', 'organization.page.audit', [], ['audit.downloadCsv']),
  page('organization/imports', 'organization.page.imports', [], ['imports.upload', 'imports.undo']),
  page('organization/exports', 'organization.page.exports', [], ['exports.start', 'exports.download']),
];

/** Two lists: personal settings and those of the organization. */
export const screensInOrder: readonly SettingsScreen[] = ['settings', 'organization'];

export const getPages = (screen: SettingsScreen): SettingsPage[] =>
  pages.filter(({ id }) => id.startsWith(`${screen}/`));

/** Name of a page within its screen, as in the address. */
export const pageName = ({ id }: SettingsPage): string => id.slice(id.indexOf('/') + 1);

export const findPage = (screen: SettingsScreen, name: string): SettingsPage | undefined =>
  pages.find(({ id }) => id === `${screen}/${name}`);

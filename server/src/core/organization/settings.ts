/** An organization's settings, with defaults for those that are not set. */
import type { GroupSetting } from '../../../../wire/core.ts';
import { organizationSettingDefaults, type OrganizationSettings } from '../../../../wire/organization.ts';
import { organizationPermissions, type OrganizationPermission } from '../../../../wire/permissions.ts';
import type { OrganizationCache } from './organization-cache.ts';
import { holds } from './permissions.ts';
import type { Organization, User } from './types.ts';
import type { Config } from '../../lib/config/config.ts';
import { userSettingDefaults, type StoredUserSettings } from '../../../../wire/settings.ts';
import { getLanguage, textsIn, type Language, type Texts } from '../../lib/i18n/i18n.ts';

type StoredSettings = Omit<OrganizationSettings, 'name' | 'description'>;

const merged = new WeakMap<Organization, StoredSettings>();
const permissionNames: ReadonlySet<string> = new Set(organizationPermissions);

export function organizationSettings({ organization }: OrganizationCache): StoredSettings {
  const known = merged.get(organization);
  if (known) return known;
  // The defaults have all settings, and those that are stored were checked.
  const settings = Object.fromEntries(
    Object.entries({ ...organizationSettingDefaults, ...organization.settings }).filter(
      ([name]) => !permissionNames.has(name) && name !== 'description',
    ),
  ) as StoredSettings;
  merged.set(organization, settings);
  return settings;
}

/** Permissions are always stored: a missing one means that the row is damaged, and nobody has it. */
export function organizationPermission(cache: OrganizationCache, name: OrganizationPermission): GroupSetting {
  const value = cache.organization.settings[name];
  if (value === undefined) return { direct_members: [], direct_subgroups: [] };
  // Permissions are validated before they are stored.
  return value as GroupSetting;
}

export function mayIn(cache: OrganizationCache, name: OrganizationPermission, user: User): boolean {
  return holds(cache, organizationPermission(cache, name), user);
}

// Whether spectators can read anything in an organization.

/** Both the server's operator and the organization have to allow it. */
export function isOpenToAnonymous(config: Config, cache: OrganizationCache): boolean {
  return (
    config.webPublicChannels === 'on' &&
    !cache.organization.isDeactivated &&
    organizationSettings(cache).enable_spectator_access
  );
}

// A user's settings, with the server's defaults for those that are not set.

export function userSetting<Name extends keyof StoredUserSettings>(
  { settings }: Pick<User, 'settings'>,
  name: Name,
): StoredUserSettings[Name] {
  // Settings are validated before they are stored.
  return (settings[name] ?? userSettingDefaults[name]) as StoredUserSettings[Name];
}

// The language of texts for a user.

/** The organization's language, if supported. */
export const usualLanguage = (cache: OrganizationCache): Language | undefined =>
  getLanguage(organizationSettings(cache).default_language);

/** The user's language, if supported. */
export const ownLanguage = (user: User): Language | undefined =>
  getLanguage(userSetting(user, 'default_language'));

/** Anonymous readers get texts in the language of the organization. */
export const textsOfOrganization = (cache: OrganizationCache): Texts => textsIn[usualLanguage(cache) ?? 'en'];

export const textsOfPerson = (cache: OrganizationCache, user: User): Texts =>
  textsIn[ownLanguage(user) ?? usualLanguage(cache) ?? 'en'];

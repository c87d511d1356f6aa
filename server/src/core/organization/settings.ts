/** An organization's settings, with defaults for those that are not set. */
import type { GroupSetting } from '../../../../wire/core.ts';
import { organizationSettingDefaults, type OrganizationSettings } from '../../../../wire/organization.ts';
import { organizationPermissions, type OrganizationPermission } from '../../../../wire/permissions.ts';
import type { OrganizationCache } from './organization-cache.ts';
import { holds } from './permissions.ts';
import type { Organization, User } from './types.ts';

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

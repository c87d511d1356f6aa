/** Loads groups with the caller's permission to change them. */
import { roles, type GroupSetting, type SystemGroup } from '../../../../wire/core.ts';
import type { GroupPermission } from '../../../../wire/groups.ts';
import type { Tx } from '../log/index.ts';
import {
  type OrganizationCache,
  type Group,
  type User,
  holds,
  mayIn,
  systemGroup,
} from '../organization/index.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import { permissionSettings } from '../../../../wire/permissions.ts';

export const insufficient = (): ApiError => apiError('permissions.insufficient');

export function groupById(
  cache: OrganizationCache,
  id: number,
  key: 'groups.not-found' | 'groups.invalid-id' = 'groups.not-found',
): Group {
  const group = cache.groups.get(id);
  if (!group) throw key === 'groups.not-found' ? apiError(key) : apiError(key, { id: String(id) });
  return group;
}

/** @throws ApiError for a group that is deactivated. */
export function usableGroup(group: Group): Group {
  if (group.isDeactivated) throw apiError('groups.deactivated');
  return group;
}

/** Whether a user has one of the permissions of a group, or may manage it. */
export function mayChangeGroup(
  cache: OrganizationCache,
  user: User,
  group: Group,
  ...permissions: readonly GroupPermission[]
): boolean {
  if (group.isSystem || user.role === roles.guest) return false;
  if (mayIn(cache, 'can_manage_all_groups', user)) return true;
  return (['can_manage_group', ...permissions] as const).some((name) =>
    holds(cache, groupPermission(cache, group, name), user),
  );
}

/**
 * Anyone who may manage a group may do everything with it that one of the other permissions allows.
 * @param permissions One of which is enough.
 * @throws ApiError for an unknown group, one of the roles, and without any of the permissions.
 */
export function groupForChange(
  { cache }: Tx,
  user: User,
  id: number,
  ...permissions: readonly GroupPermission[]
): Group {
  const group = groupById(cache, id);
  if (!mayChangeGroup(cache, user, group, ...permissions)) throw insufficient();
  return group;
}

// The permissions that a group holds, with what the API states as default where nothing was chosen.

export function groupPermission(cache: OrganizationCache, group: Group, name: GroupPermission): GroupSetting {
  const rule = permissionSettings.group[name];
  if (group.isSystem) return systemGroup(cache, rule.default_for_system_groups ?? 'role:nobody').id;
  const chosen = group.settings[name];
  if (chosen !== undefined) return chosen;
  if (isSystemGroupName(rule.default_group_name)) return systemGroup(cache, rule.default_group_name).id;
  if (group.creatorId === null) return systemGroup(cache, 'role:nobody').id;
  return { direct_members: [group.creatorId], direct_subgroups: [] };
}

const isSystemGroupName = (name: string): name is SystemGroup => name.startsWith('role:');

/** The permissions that a group holds, with what the API states as default where nothing was chosen. */
import type { GroupSetting, SystemGroup } from '../../../../wire/core.ts';
import type { GroupPermission } from '../../../../wire/groups.ts';
import { permissionSettings } from '../../../../wire/permissions.ts';
import { type OrganizationCache, type Group, systemGroup } from '../organization/index.ts';

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

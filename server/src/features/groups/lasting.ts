/** Groups with permissions in the organization: who is in them has access that would outlive a named key. */
import type { GroupSetting } from '../../../../wire/core.ts';
import type { GroupPermission } from '../../../../wire/groups.ts';
import { organizationPermissions } from '../../../../wire/permissions.ts';
import { groupPermission } from '../../core/groups/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type OrganizationCache,
  type Principal,
  checkMayLeaveAccess,
  mayLeaveAccess,
  organizationPermission,
} from '../../core/organization/index.ts';

/** By which people can enter a group, or let others enter it, later. */
const entries: readonly GroupPermission[] = ['can_add_members_group', 'can_join_group', 'can_manage_group'];

/**
 * @throws ApiError 403 for a named key that may not leave access, if the group has a permission in the organization, or decides who
 * enters such a group
 */
export function checkMayExtend({ cache }: Tx, me: Principal, id: number): void {
  if (!mayLeaveAccess(me) && groupsWithPermissions(cache).has(id)) checkMayLeaveAccess(me);
}

/** Including their subgroups, and the groups whose members can enter any of these. */
function groupsWithPermissions(cache: OrganizationCache): Set<number> {
  const found = new Set<number>();
  const pending = organizationPermissions.flatMap((name) => groupsIn(organizationPermission(cache, name)));
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const group = cache.groups.get(id);
    if (found.has(id) || !group) continue;
    found.add(id);
    pending.push(...group.subgroups);
    pending.push(...entries.flatMap((name) => groupsIn(groupPermission(cache, group, name))));
  }
  return found;
}

const groupsIn = (setting: GroupSetting): readonly number[] =>
  typeof setting === 'number' ? [setting] : setting.direct_subgroups;

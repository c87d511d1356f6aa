/** Groups with permissions in the organization: who is in them has access that would outlive a named key. */
import { organizationPermissions } from '../../../../wire/permissions.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type OrganizationCache,
  type Principal,
  checkMayLeaveAccess,
  mayLeaveAccess,
  organizationPermission,
} from '../../core/organization/index.ts';

/** @throws ApiError 403 for a named key that may not leave access, if the group has a permission in the organization. */
export function checkMayExtend({ cache }: Tx, me: Principal, id: number): void {
  if (!mayLeaveAccess(me) && groupsWithPermissions(cache).has(id)) checkMayLeaveAccess(me);
}

/** Including their subgroups. */
function groupsWithPermissions(cache: OrganizationCache): Set<number> {
  const found = new Set<number>();
  const pending = organizationPermissions.flatMap((name) => {
    const value = organizationPermission(cache, name);
    return typeof value === 'number' ? [value] : value.direct_subgroups;
  });
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    pending.push(...(cache.groups.get(id)?.subgroups ?? []));
  }
  return found;
}

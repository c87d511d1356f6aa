/** PATCH /user_groups/{user_group_id} */
import { groupPermissions, type UserGroup, type UpdateGroupParams } from '../../../../wire/groups.ts';
import { permissionSettings } from '../../../../wire/permissions.ts';
import type { AuditProperty, AuditValues } from '../../../../wire/audit-properties.ts';
import { auditChange } from '../../core/audit/index.ts';
import {
  changedPermissions,
  groupChanged,
  groupForChange,
  groupPermission,
} from '../../core/groups/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type OrganizationCache,
  type Group,
  type Principal,
  currentUser,
} from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { nameKey } from '../../lib/text.ts';
import { checkMayExtend } from './lasting.ts';
import { checkedGroupDescription, checkedGroupName, checkGroupNameIsFree } from './names.ts';

type Changes = Partial<Omit<UserGroup, 'id'>>;

/** All or nothing; also for deactivated groups. */
export async function updateGroup(
  tx: Tx,
  me: Principal,
  id: number,
  params: UpdateGroupParams,
): Promise<void> {
  if (!isAnythingGiven(params)) throw apiError('parameters.no-new-data');
  const group = groupForChange(tx, currentUser(tx.cache, me), id);
  const permissions = changedPermissions(tx.cache, permissionSettings.group, params, (name) =>
    groupPermission(tx.cache, group, name),
  );
  if (Object.keys(permissions).length > 0) checkMayExtend(tx, me, id);
  const changes: Changes = { ...getWords(tx.cache, group, params), ...permissions };
  if (params.deactivated === false && group.isDeactivated) changes.deactivated = false;
  if (Object.keys(changes).length === 0) return;
  await tx.q
    .updateTable('user_group')
    .set({
      ...(changes.name === undefined ? {} : { name: changes.name, name_key: nameKey(changes.name) }),
      ...(changes.description === undefined ? {} : { description: changes.description }),
      ...(changes.deactivated === undefined ? {} : { is_deactivated: 0 }),
      settings: JSON.stringify({ ...group.settings, ...permissions }),
    })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ groups: [id] });
  await auditChange(tx, {
    action: changes.deactivated === false ? 'group.reactivate' : 'group.update',
    target: { type: 'group', id, name: group.name },
    before: getAudited(tx.cache, group),
    after: changes,
  });
  // One event per property, as clients expect.
  for (const [name, value] of Object.entries(changes))
    tx.emit(groupChanged(id, { [name]: value }), { everyone: true });
}

function getAudited(cache: OrganizationCache, group: Group): AuditValues {
  const { name, description, isDeactivated: deactivated } = group;
  const shown: Partial<Record<AuditProperty, unknown>> = { name, description, deactivated };
  for (const one of groupPermissions) shown[one] = groupPermission(cache, group, one);
  return shown;
}

/** The id of the group in the path does not count. */
function isAnythingGiven(params: UpdateGroupParams): boolean {
  const names = ['name', 'description', 'deactivated', ...groupPermissions] as const;
  return names.some((name) => params[name] !== undefined);
}

function getWords(cache: OrganizationCache, group: Group, given: UpdateGroupParams): Changes {
  const changes: Changes = {};
  if (given.name !== undefined && given.name !== group.name) {
    const name = checkedGroupName(given.name);
    checkGroupNameIsFree(cache, name, group.id);
    if (name !== group.name) changes.name = name;
  }
  if (given.description !== undefined) {
    const description = checkedGroupDescription(given.description);
    if (description !== group.description) changes.description = description;
  }
  return changes;
}

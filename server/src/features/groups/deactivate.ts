/** POST /user_groups/{user_group_id}/deactivate */
import { channelPermissions } from '../../../../wire/channels.ts';
import type { GroupSetting } from '../../../../wire/core.ts';
import { groupPermissions, type GroupObjection } from '../../../../wire/groups.ts';
import { organizationPermissions } from '../../../../wire/permissions.ts';
import { audit } from '../../core/audit/index.ts';
import { canSeeChannel } from '../../core/channels/index.ts';
import {
  channelObjection,
  groupChanged,
  groupForChange,
  groupObjection,
  groupPermission,
  usableGroup,
} from '../../core/groups/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type OrganizationCache,
  type Principal,
  type User,
  organizationPermission,
  currentUser,
} from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';

/** @throws ApiError CANNOT_DEACTIVATE_GROUP_IN_USE with everything that uses the group */
export async function deactivateGroup(tx: Tx, me: Principal, id: number): Promise<void> {
  const caller = currentUser(tx.cache, me);
  const { name } = usableGroup(groupForChange(tx, caller, id));
  const objections = groupUses(tx.cache, id).map((one) => shownObjection(tx.cache, caller, one));
  if (objections.length > 0) throw apiError('groups.in-use', {}, { objections });
  await tx.q
    .updateTable('user_group')
    .set({ is_deactivated: 1 })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ groups: [id] });
  tx.emit(groupChanged(id, { deactivated: true }), { everyone: true });
  await audit(tx, { action: 'group.deactivate', target: { type: 'group', id, name } });
}

/** A channel that is hidden from the caller is not named. */
function shownObjection(cache: OrganizationCache, caller: User, objection: GroupObjection): GroupObjection {
  if (objection.type !== 'channel') return objection;
  const { type, channel_id: id = 0, settings } = objection;
  const channel = cache.channels.get(id);
  return channel && canSeeChannel(cache, channel, caller) ? objection : { type, settings };
}

/**
 * What uses a group. Permissions of archived channels and deactivated groups count too: once restored, they would refer to a deactivated
 * group.
 */
export function groupUses(cache: OrganizationCache, id: number): GroupObjection[] {
  const objections: GroupObjection[] = [];
  const supergroups = [...cache.groups.values()].filter(
    (group) => !group.isDeactivated && group.subgroups.has(id),
  );
  if (supergroups.length > 0)
    objections.push({ type: 'subgroup', supergroup_ids: supergroups.map((group) => group.id) });
  for (const channel of cache.channels.values()) {
    const settings = channelPermissions.filter((name) => isFor(channel.settings[name], id));
    if (settings.length > 0) objections.push(channelObjection(channel.id, settings));
  }
  for (const group of cache.groups.values()) {
    const settings = groupPermissions.filter((name) => isFor(groupPermission(cache, group, name), id));
    if (settings.length > 0) objections.push(groupObjection(group.id, settings));
  }
  const settings = organizationPermissions.filter((name) => isFor(organizationPermission(cache, name), id));
  if (settings.length > 0) objections.push({ type: 'realm', settings });
  return objections;
}

/** Whether a permission is given to a group as a whole or in part. */
const isFor = (value: GroupSetting | undefined, groupId: number): boolean =>
  typeof value === 'object' ? value.direct_subgroups.includes(groupId) : value === groupId;

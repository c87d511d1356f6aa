/** User groups as the API shows them. */
import type { GroupEvent, GroupObjection, UserGroup } from '../../../../wire/groups.ts';
import type { Emitted } from '../log/index.ts';
import { type OrganizationCache, type Group, directMembers } from '../organization/index.ts';
import { groupPermission } from './access.ts';

export function groupObject(
  cache: OrganizationCache,
  group: Group,
  members: readonly number[] = directMembers(cache, group),
): UserGroup {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    date_created: group.createdAt === null ? null : Math.floor(group.createdAt / 1000),
    creator_id: group.creatorId,
    members: [...members],
    direct_subgroup_ids: [...group.subgroups].sort((a, b) => a - b),
    is_system_group: group.isSystem,
    deactivated: group.isDeactivated,
    can_add_members_group: groupPermission(cache, group, 'can_add_members_group'),
    can_join_group: groupPermission(cache, group, 'can_join_group'),
    can_leave_group: groupPermission(cache, group, 'can_leave_group'),
    can_manage_group: groupPermission(cache, group, 'can_manage_group'),
    can_mention_group: groupPermission(cache, group, 'can_mention_group'),
    can_remove_members_group: groupPermission(cache, group, 'can_remove_members_group'),
  };
}

export const groupAdded = (cache: OrganizationCache, group: Group): Emitted => ({
  type: 'user_group',
  op: 'add',
  group: groupObject(cache, group),
});

type Changed = Extract<GroupEvent, { op: 'update' }>['data'];

export const groupChanged = (id: number, data: Changed): Emitted => ({
  type: 'user_group',
  op: 'update',
  group_id: id,
  data,
});

export const membersChanged = (
  op: 'add_members' | 'remove_members',
  id: number,
  userIds: readonly number[],
): Emitted => ({ type: 'user_group', op, group_id: id, user_ids: [...userIds] });

export const subgroupsChanged = (
  op: 'add_subgroups' | 'remove_subgroups',
  id: number,
  subgroupIds: readonly number[],
): Emitted => ({ type: 'user_group', op, group_id: id, direct_subgroup_ids: [...subgroupIds] });

export const channelObjection = (id: number, settings: string[]): GroupObjection => ({
  type: 'channel',
  channel_id: id,
  settings,
});

export const groupObjection = (id: number, settings: string[]): GroupObjection => ({
  type: 'user_group',
  group_id: id,
  settings,
});

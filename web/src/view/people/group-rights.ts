/** Permissions of the person on a user group, checked as the server does. */
import type { GroupPermission } from '../../../../wire/groups.ts';
import type { Group } from '../../store/people/groups.ts';
import { holds } from '../../store/index.ts';
import type { Live } from '../../store/live.ts';
import { mayInOrganization } from '../channels/channel-rights.ts';

const has = (live: Live, group: Group, permission: GroupPermission): boolean =>
  holds(live.get('groups'), group[permission], live.get('own').user_id);

export const mayCreateGroup = (live: Live): boolean => mayInOrganization(live, 'can_create_groups');

/** System groups follow roles, so nobody changes their members. */
export const mayManageGroup = (live: Live, group: Group): boolean =>
  !group.is_system_group &&
  (has(live, group, 'can_manage_group') || mayInOrganization(live, 'can_manage_all_groups'));

const isOpen = (group: Group): boolean => !group.is_system_group && !group.deactivated;

export const mayAddMembers = (live: Live, group: Group): boolean =>
  isOpen(group) && (mayManageGroup(live, group) || has(live, group, 'can_add_members_group'));

export const mayRemoveMembers = (live: Live, group: Group): boolean =>
  isOpen(group) && (mayManageGroup(live, group) || has(live, group, 'can_remove_members_group'));

export const mayJoinGroup = (live: Live, group: Group): boolean =>
  mayAddMembers(live, group) || (isOpen(group) && has(live, group, 'can_join_group'));

export const mayLeaveGroup = (live: Live, group: Group): boolean =>
  mayRemoveMembers(live, group) || (isOpen(group) && has(live, group, 'can_leave_group'));

/** Groups that may become subgroups of this one: those that do not contain it. */
export function groupsToAdd(live: Live, group: Group): Group[] {
  const groups = live.get('groups');
  const holdsIt = (one: Group): boolean =>
    one.id === group.id ||
    [...one.direct_subgroup_ids].some((id) => {
      const inner = groups.get(id);
      return inner !== undefined && holdsIt(inner);
    });
  return [...groups.values()]
    .filter((one) => !one.deactivated && !group.direct_subgroup_ids.has(one.id) && !holdsIt(one))
    .filter(({ name }) => name !== 'role:internet' && name !== 'role:nobody')
    .sort((a, b) => Number(b.is_system_group) - Number(a.is_system_group) || a.name.localeCompare(b.name));
}

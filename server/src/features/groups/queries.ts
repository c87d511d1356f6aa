/** Reading user groups. */
import type {
  GetGroupMembersAnswer,
  GetSubgroupsAnswer,
  GetUserGroupsAnswer,
} from '../../../../wire/groups.ts';
import { groupById, groupObject, systemGroupMembers } from '../../core/groups/index.ts';
import {
  type Directory,
  type Group,
  allMembers,
  directMembers,
  isInGroup,
} from '../../core/organization/index.ts';
import { noSuchUser } from '../../core/users/index.ts';
import { apiError } from '../../lib/errors.ts';
import { withSubgroups } from './subgroups.ts';

/** System groups first, then by age. @param withDeactivated Whether groups that are out of use are listed too. */
export function getUserGroups(directory: Directory, withDeactivated: boolean): GetUserGroupsAnswer {
  const groups = [...directory.groups.values()].filter((group) => withDeactivated || !group.isDeactivated);
  groups.sort((a, b) => Number(b.isSystem) - Number(a.isSystem) || a.id - b.id);
  const ofSystem = systemGroupMembers(directory);
  const membersOf = (group: Group) =>
    group.isSystem ? (ofSystem.get(group.id) ?? []) : directMembers(directory, group);
  return { user_groups: groups.map((group) => groupObject(directory, group, membersOf(group))) };
}

/** In ascending order; of groups that are out of use, too. @param directOnly Without the members of subgroups. */
export function groupMembers(directory: Directory, id: number, directOnly: boolean): GetGroupMembersAnswer {
  const group = groupById(directory, id);
  if (directOnly) return { members: directMembers(directory, group) };
  return { members: [...allMembers(directory, group)].sort((a, b) => a - b) };
}

/** In ascending order. @param directOnly Without the subgroups of subgroups. */
export function subgroupsOf(directory: Directory, id: number, directOnly: boolean): GetSubgroupsAnswer {
  const { subgroups } = groupById(directory, id);
  const ids = directOnly ? subgroups : withSubgroups(directory, [...subgroups]);
  return { subgroups: [...ids].sort((a, b) => a - b) };
}

/** @throws ApiError for an account that does not exist, or is deactivated and so in no group. */
export function isGroupMember(
  directory: Directory,
  id: number,
  userId: number,
  directOnly: boolean,
): boolean {
  const group = groupById(directory, id);
  const user = directory.users.get(userId);
  if (!user) throw noSuchUser();
  if (!user.isActive) throw apiError('users.deactivated');
  if (user.isSystem) return false;
  if (!directOnly) return isInGroup(directory, group, user);
  return group.isSystem ? directMembers(directory, group).includes(userId) : group.members.has(userId);
}

/** Reading user groups. */
import type {
  GetGroupMembersResponse,
  GetSubgroupsResponse,
  GetUserGroupsResponse,
} from '../../../../wire/groups.ts';
import { groupById, groupObject, systemGroupMembers } from '../../core/groups/index.ts';
import {
  type OrganizationCache,
  type Group,
  allMembers,
  directMembers,
  isInGroup,
} from '../../core/organization/index.ts';
import { noSuchUser } from '../../core/users/index.ts';
import { apiError } from '../../lib/errors.ts';
import { withSubgroups } from './subgroups.ts';

/** System groups first, then by age. @param withDeactivated Whether groups that are deactivated are listed too. */
export function getUserGroups(cache: OrganizationCache, withDeactivated: boolean): GetUserGroupsResponse {
  const groups = [...cache.groups.values()].filter((group) => withDeactivated || !group.isDeactivated);
  groups.sort((a, b) => Number(b.isSystem) - Number(a.isSystem) || a.id - b.id);
  const ofSystem = systemGroupMembers(cache);
  const getMembers = (group: Group) =>
    group.isSystem ? (ofSystem.get(group.id) ?? []) : directMembers(cache, group);
  return { user_groups: groups.map((group) => groupObject(cache, group, getMembers(group))) };
}

/** Ascending; also for deactivated groups. @param directOnly Without the members of subgroups. */
export function groupMembers(
  cache: OrganizationCache,
  id: number,
  directOnly: boolean,
): GetGroupMembersResponse {
  const group = groupById(cache, id);
  if (directOnly) return { members: directMembers(cache, group) };
  return { members: [...allMembers(cache, group)].sort((a, b) => a - b) };
}

/** Ascending. @param directOnly Without the subgroups of subgroups. */
export function getSubgroups(
  cache: OrganizationCache,
  id: number,
  directOnly: boolean,
): GetSubgroupsResponse {
  const { subgroups } = groupById(cache, id);
  const ids = directOnly ? subgroups : withSubgroups(cache, [...subgroups]);
  return { subgroups: [...ids].sort((a, b) => a - b) };
}

/** @throws ApiError for a missing or deactivated account */
export function isGroupMember(
  cache: OrganizationCache,
  id: number,
  userId: number,
  directOnly: boolean,
): boolean {
  const group = groupById(cache, id);
  const user = cache.users.get(userId);
  if (!user) throw noSuchUser();
  if (!user.isActive) throw apiError('users.deactivated');
  if (user.isSystem) return false;
  if (!directOnly) return isInGroup(cache, group, user);
  return group.isSystem ? directMembers(cache, group).includes(userId) : group.members.has(userId);
}

/** Reading user groups. */
import type { GetUserGroupsAnswer } from '../../../../wire/groups.ts';
import type { Directory } from '../../directory/directory.ts';
import { directMembers } from '../../directory/permissions.ts';
import type { Group } from '../../directory/types.ts';
import { systemGroupMembers } from './roles.ts';
import { groupObject } from './serialize.ts';

/** System groups first, then by age. @param withDeactivated Whether groups that are out of use are listed too. */
export function getUserGroups(directory: Directory, withDeactivated: boolean): GetUserGroupsAnswer {
  const groups = [...directory.groups.values()].filter((group) => withDeactivated || !group.isDeactivated);
  groups.sort((a, b) => Number(b.isSystem) - Number(a.isSystem) || a.id - b.id);
  const ofSystem = systemGroupMembers(directory);
  const membersOf = (group: Group) =>
    group.isSystem ? (ofSystem.get(group.id) ?? []) : directMembers(directory, group);
  return { user_groups: groups.map((group) => groupObject(directory, group, membersOf(group))) };
}

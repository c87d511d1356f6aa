/** System groups have no rows of members: who is in them follows from the roles, and is told when it changes. */
import { roles, type Role } from '../../../../wire/core.ts';
import type { Audience, Tx } from '../log/index.ts';
import { type Directory, type Group, type User, isFullMember, systemGroup } from '../organization/index.ts';

const groupOfRole = {
  [roles.owner]: 'role:owners',
  [roles.administrator]: 'role:administrators',
  [roles.moderator]: 'role:moderators',
  [roles.member]: 'role:members',
  [roles.guest]: 'role:everyone',
} as const;

interface RoleGroups {
  byRole: ReadonlyMap<Role, Group>;
  fullMembers: Group;
}

function roleGroups(directory: Directory): RoleGroups {
  const all = Object.values(roles).map((role): [Role, Group] => [
    role,
    systemGroup(directory, groupOfRole[role]),
  ]);
  return { byRole: new Map(all), fullMembers: systemGroup(directory, 'role:fullmembers') };
}

/** The system groups that list someone as a direct member. */
function systemGroupsOf(directory: Directory, user: User, { byRole, fullMembers }: RoleGroups): Group[] {
  const group = byRole.get(user.role);
  if (!group || !user.isActive || user.isSystem) return [];
  return user.role === roles.member && isFullMember(directory, user) ? [group, fullMembers] : [group];
}

/** Direct members of all system groups by the group's id, in one pass over everybody. */
export function systemGroupMembers(directory: Directory): ReadonlyMap<number, number[]> {
  const ids = new Map<number, number[]>();
  const groups = roleGroups(directory);
  for (const user of directory.users.values())
    for (const { id } of systemGroupsOf(directory, user, groups)) {
      const members = ids.get(id);
      if (members) members.push(user.id);
      else ids.set(id, [user.id]);
    }
  for (const members of ids.values()) members.sort((a, b) => a - b);
  return ids;
}

/** Emits which system groups someone left and joined. @param before None for a new account. */
export function tellSystemGroups(
  tx: Tx,
  before: User | undefined,
  after: User,
  audience: Audience = { everyone: true },
): void {
  const groups = roleGroups(tx.directory);
  const left = new Set(before ? systemGroupsOf(tx.directory, before, groups) : []);
  const joined = new Set(systemGroupsOf(tx.directory, after, groups));
  const user_ids = [after.id];
  for (const { id } of left.difference(joined))
    tx.emit({ type: 'user_group', op: 'remove_members', group_id: id, user_ids }, audience);
  for (const { id } of joined.difference(left))
    tx.emit({ type: 'user_group', op: 'add_members', group_id: id, user_ids }, audience);
}

/** System groups have no rows of members: their members follow from the roles, and changes emit events. */
import { roles, type Role } from '../../../../wire/core.ts';
import type { Audience, Tx } from '../log/index.ts';
import {
  type OrganizationCache,
  type Group,
  type User,
  isFullMember,
  systemGroup,
} from '../organization/index.ts';

/** The system group that lists people with a role as direct members. */
export const groupOfRole = {
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

function roleGroups(cache: OrganizationCache): RoleGroups {
  const all = Object.values(roles).map((role): [Role, Group] => [
    role,
    systemGroup(cache, groupOfRole[role]),
  ]);
  return { byRole: new Map(all), fullMembers: systemGroup(cache, 'role:fullmembers') };
}

/** The system groups that list the user as a direct member. */
function getSystemGroups(cache: OrganizationCache, user: User, { byRole, fullMembers }: RoleGroups): Group[] {
  const group = byRole.get(user.role);
  if (!group || !user.isActive || user.isSystem) return [];
  return user.role === roles.member && isFullMember(cache, user) ? [group, fullMembers] : [group];
}

/** Direct members of all system groups by the group's id, ascending, in one pass over everyone. */
export function systemGroupMembers(cache: OrganizationCache): ReadonlyMap<number, number[]> {
  const ids = new Map<number, number[]>();
  const groups = roleGroups(cache);
  for (const user of cache.users.sorted())
    for (const { id } of getSystemGroups(cache, user, groups)) {
      const members = ids.get(id);
      if (members) members.push(user.id);
      else ids.set(id, [user.id]);
    }
  return ids;
}

/** Emits which system groups the user left and joined. @param before Undefined for a new account. */
export function emitSystemGroups(
  tx: Tx,
  before: User | undefined,
  after: User,
  audience: Audience = { everyone: true },
): void {
  const groups = roleGroups(tx.cache);
  const left = new Set(before ? getSystemGroups(tx.cache, before, groups) : []);
  const joined = new Set(getSystemGroups(tx.cache, after, groups));
  const user_ids = [after.id];
  for (const { id } of left.difference(joined))
    tx.emit({ type: 'user_group', op: 'remove_members', group_id: id, user_ids }, audience);
  for (const { id } of joined.difference(left))
    tx.emit({ type: 'user_group', op: 'add_members', group_id: id, user_ids }, audience);
}

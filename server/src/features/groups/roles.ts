/** System groups have no rows of members: who is in them follows from the roles, and is told when it changes. */
import { roles } from '../../../../wire/core.ts';
import type { Tx } from '../../db/tx.ts';
import type { Directory } from '../../directory/directory.ts';
import { isFullMember, systemGroup } from '../../directory/permissions.ts';
import type { Group, User } from '../../directory/types.ts';

const groupOfRole = {
  [roles.owner]: 'role:owners',
  [roles.administrator]: 'role:administrators',
  [roles.moderator]: 'role:moderators',
  [roles.member]: 'role:members',
  [roles.guest]: 'role:everyone',
} as const;

/** The system groups that list someone as a direct member. */
export function systemGroupsOf(directory: Directory, user: User): Group[] {
  if (!user.isActive || user.isSystem) return [];
  const groups = [systemGroup(directory, groupOfRole[user.role])];
  if (user.role === roles.member && isFullMember(directory, user))
    groups.push(systemGroup(directory, 'role:fullmembers'));
  return groups;
}

/** Tells everyone which system groups someone left and joined. @param before None for a new account. */
export function tellSystemGroups(tx: Tx, before: User | undefined, after: User): void {
  const left = new Set(before ? systemGroupsOf(tx.directory, before) : []);
  const joined = new Set(systemGroupsOf(tx.directory, after));
  for (const group of left.difference(joined))
    tx.emit(
      { type: 'user_group', op: 'remove_members', group_id: group.id, user_ids: [after.id] },
      { everyone: true },
    );
  for (const group of joined.difference(left))
    tx.emit(
      { type: 'user_group', op: 'add_members', group_id: group.id, user_ids: [after.id] },
      { everyone: true },
    );
}

/** Groups, loaded as far as the caller may change them. */
import { roles } from '../../../../wire/core.ts';
import type { GroupPermission } from '../../../../wire/groups.ts';
import type { Tx } from '../../db/tx.ts';
import type { Directory } from '../../directory/directory.ts';
import { holds } from '../../directory/permissions.ts';
import { mayIn } from '../../directory/settings.ts';
import type { Group, User } from '../../directory/types.ts';
import { badRequest, type ApiError } from '../../http/errors.ts';
import type { Principal } from '../../http/principal.ts';
import { groupPermission } from './permissions.ts';

export const insufficient = (): ApiError => badRequest('Insufficient permission');

/** The caller as the transaction sees them: rights may have ended since the request was let in. */
export const callerIn = (tx: Tx, me: Principal): User => tx.directory.users.get(me.id) ?? me.user;

export function groupById(directory: Directory, id: number, complaint = 'Invalid user group'): Group {
  const group = directory.groups.get(id);
  if (!group) throw badRequest(complaint);
  return group;
}

/** @throws ApiError for a group that is out of use. */
export function usableGroup(group: Group): Group {
  if (group.isDeactivated) throw badRequest('User group is deactivated.');
  return group;
}

/**
 * Whoever may manage a group may do everything with it that one of the other permissions allows.
 * @param permissions One of which is enough.
 * @throws ApiError for an unknown group, one of the roles, and without any of the permissions.
 */
export function groupForChange(
  { directory }: Tx,
  user: User,
  id: number,
  ...permissions: readonly GroupPermission[]
): Group {
  const group = groupById(directory, id);
  if (group.isSystem || user.role === roles.guest) throw insufficient();
  if (mayIn(directory, 'can_manage_all_groups', user)) return group;
  for (const name of ['can_manage_group', ...permissions] as const)
    if (holds(directory, groupPermission(directory, group, name), user)) return group;
  throw insufficient();
}

/**
 * An owner, as whom a provider acts where an action checks permissions: owners have authorized it. What administrators and
 * owners may do outlives the token, so it gives nobody such an account.
 */
import { type Role, roles } from '../../../../wire/core.ts';
import type { OrganizationCache, Principal, User } from '../../core/organization/index.ts';
import { isAboveAdministrators } from '../../core/users/index.ts';
import { ScimError } from './protocol.ts';

export function findOwner(cache: OrganizationCache): Principal {
  for (const user of cache.users.values())
    if (user.role === roles.owner && user.isActive && !user.isBot)
      return { id: user.id, orgId: cache.orgId, user, cache };
  throw new ScimError(409, 'The organization has no active owner');
}

/** Accounts that a provider may end, but neither bring back nor give another address. */
export const isProtected = (user: User): boolean =>
  user.role <= roles.administrator || isAboveAdministrators(user);

/** @throws ScimError for accounts of administrators and owners, and those that only owners may administer */
export function refuseIfProtected(user: User): void {
  if (isProtected(user))
    throw new ScimError(
      403,
      'Addresses of administrators and owners, and their return, are not managed by SCIM',
    );
}

/** @throws ScimError for the roles of administrators and owners */
export function refuseHighRole(role: Role): void {
  if (role <= roles.administrator)
    throw new ScimError(403, 'Administrators and owners are not made by SCIM, but in the organization');
}

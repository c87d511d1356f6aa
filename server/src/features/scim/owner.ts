/** An owner, as whom a provider acts where an action checks permissions: owners have authorized it. */
import { roles } from '../../../../wire/core.ts';
import type { OrganizationCache, Principal } from '../../core/organization/index.ts';
import { ScimError } from './protocol.ts';

export function findOwner(cache: OrganizationCache): Principal {
  for (const user of cache.users.values())
    if (user.role === roles.owner && user.isActive && !user.isBot)
      return { id: user.id, orgId: cache.orgId, user, cache };
  throw new ScimError(409, 'The organization has no active owner');
}

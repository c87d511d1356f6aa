import { roles } from '../../../../wire/core.ts';
import { CommandError } from '../../lib/command-error.ts';
import type { OrganizationCache, User } from '../organization/index.ts';

/** In whose name a command of the operator acts. @throws CommandError if the organization has no active owner */
export function findOwner({ users }: OrganizationCache): User {
  for (const user of users.values())
    if (user.role === roles.owner && user.isActive && !user.isBot) return user;
  throw new CommandError('The organization has no active owner.');
}

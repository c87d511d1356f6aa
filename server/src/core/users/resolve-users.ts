/** Resolves the users of a request by ID or email; the caller by default. */
import type { Db } from '../../db/db.ts';
import type { OrganizationCache, User } from '../organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { noSuchUser, userByEmail } from './queries.ts';
import { getUserVisibility } from './visibility.ts';
import { roles } from '../../../../wire/core.ts';
import { CommandError } from '../../lib/command-error.ts';

/** @throws ApiError for users who are unknown, hidden from the caller or deactivated, and for system bots. */
export async function getPrincipals(
  db: Db,
  cache: OrganizationCache,
  caller: User,
  named: readonly (number | string)[] | undefined,
): Promise<User[]> {
  if (!named || named.length === 0) return [caller];
  const sees = await getUserVisibility(db, cache, caller);
  const people = new Map<number, User>();
  for (const ref of named) {
    const user = typeof ref === 'number' ? cache.users.get(ref) : userByEmail(cache, caller, ref);
    if (!user || user.isSystem || !sees(user)) throw noSuchUser();
    if (!user.isActive) throw apiError('users.deactivated');
    people.set(user.id, user);
  }
  return [...people.values()];
}

/** Whether there is anyone besides the caller and the caller's own bots. */
export function concernsOthers(caller: User, people: readonly User[]): boolean {
  return people.some((user) => user.id !== caller.id && user.botOwnerId !== caller.id);
}

/** In whose name a command of the operator acts. @throws CommandError if the organization has no active owner */
export function findOwner({ users }: OrganizationCache): User {
  for (const user of users.values())
    if (user.role === roles.owner && user.isActive && !user.isBot) return user;
  throw new CommandError('The organization has no active owner.');
}

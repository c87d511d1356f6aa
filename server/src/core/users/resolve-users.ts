/** Resolves the users of a request by ID or email; the caller by default. */
import type { OrganizationCache, User } from '../organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { userByEmail } from './queries.ts';

/** @throws ApiError for users who are unknown or deactivated, and for system bots. */
export function getPrincipals(
  cache: OrganizationCache,
  caller: User,
  named: readonly (number | string)[] | undefined,
): User[] {
  if (!named || named.length === 0) return [caller];
  const people = new Map<number, User>();
  for (const ref of named) {
    const user = typeof ref === 'number' ? cache.users.get(ref) : userByEmail(cache, caller, ref);
    if (!user || user.isSystem) throw apiError('users.not-found');
    if (!user.isActive) throw apiError('users.deactivated');
    people.set(user.id, user);
  }
  return [...people.values()];
}

/** Whether there is anyone besides the caller and the caller's own bots. */
export function concernsOthers(caller: User, people: readonly User[]): boolean {
  return people.some((user) => user.id !== caller.id && user.botOwnerId !== caller.id);
}

/** Looks up the organizations and accounts that people name on the command line. */
import type { Role } from '../../../../wire/core.ts';
import type { OrganizationCache, User } from '../../core/organization/index.ts';
import type { App } from '../open-app.ts';
import { findRole, findRoleName, roleNames } from '../../lib/roles.ts';
import { emailKey } from '../../lib/text.ts';
import { CommandError } from '../../lib/command-error.ts';

/** The organization with this subdomain; without one, the only organization there is. */
export async function organizationFor(app: App, subdomain: string | undefined): Promise<OrganizationCache> {
  const { names } = app.organizations;
  if (names.length === 0)
    throw new CommandError('There is no organization yet. Create one with: heddle organization create');
  if (names.length > 1 && subdomain === undefined)
    throw new CommandError(
      `There are several organizations; specify one with --org: ${names.map((one) => one.subdomain || "''").join(', ')}`,
    );
  const found =
    subdomain === undefined ? names[0] : names.find((one) => one.subdomain === subdomain.toLowerCase());
  if (!found)
    throw new CommandError(`There is no organization with the subdomain ${JSON.stringify(subdomain)}.`);
  return app.organizations.cache(found.id);
}

export function userFor(cache: OrganizationCache, email: string): User {
  const key = emailKey(email);
  const user = cache.users.find('deliveryEmail', key) ?? cache.users.find('email', key);
  if (!user || user.isSystem)
    throw new CommandError(`No user in ${cache.organization.name} has the email address ${email.trim()}.`);
  return user;
}

/** The user in whose name an operator acts where an action checks permissions: every organization has an owner. */
/** @throws CommandError if no jobs are selected. */
export function refuseNoJobs(ids: readonly number[], dead: boolean): void {
  if (ids.length === 0 && !dead)
    throw new CommandError('Name the jobs by ID, or use --dead for all that were given up.');
}

export const nameOfRole = (role: Role): string => findRoleName(role) ?? String(role);

export function roleNamed(name: string): Role {
  const role = findRole(name);
  if (role !== undefined) return role;
  throw new CommandError(`Unknown role ${JSON.stringify(name)}. Use one of: ${roleNames.join(', ')}.`);
}

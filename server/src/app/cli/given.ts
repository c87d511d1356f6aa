/** What people type at the command line or into the first form, checked as the API checks it. */
import { roles, type Role } from '../../../../wire/core.ts';
import type { Directory } from '../../core/organization/organization-cache.ts';
import type { User } from '../../core/organization/types.ts';
import { checkedFullName, checkPasswordStrength, parsedEmail } from '../../core/users/checks.ts';
import type { Heddle } from '../open-app.ts';
import { refusal } from '../../lib/i18n/refusal.ts';
import { emailKey } from '../../lib/text.ts';
import { CommandError, toldToPeople } from './trouble.ts';

export interface GivenPerson {
  email: string;
  fullName: string;
  password: string;
}

/**
 * @param weakPassword An operator may choose a weak one and is only told so; a form on the web refuses it.
 * @throws ApiError with what is wrong.
 */
export function checkedPerson(
  given: GivenPerson,
  weakPassword: 'warn' | 'refuse',
): GivenPerson & { warning?: string } {
  const email = parsedEmail(given.email);
  if (email === undefined) throw refusal('errors.notAnEmail', { given: JSON.stringify(given.email) });
  const person = { email, fullName: checkedFullName(given.fullName), password: given.password };
  if (given.password === '') throw refusal('errors.passwordNone');
  try {
    checkPasswordStrength(person.password, person.email, person.fullName);
    return person;
  } catch (error) {
    const warning = toldToPeople(error);
    if (warning === undefined || weakPassword === 'refuse') throw error;
    return { ...person, warning: `${warning} It was accepted anyway.` };
  }
}

/** The organization that a command means: the only one, or the one with this subdomain. */
export async function organizationFor(heddle: Heddle, subdomain: string | undefined): Promise<Directory> {
  const { names } = heddle.organizations;
  if (names.length === 0)
    throw new CommandError('There is no organization yet. Create one with: heddle org create');
  if (names.length > 1 && subdomain === undefined)
    throw new CommandError(
      `There are several organizations; specify one with --org: ${names.map((one) => one.subdomain || "''").join(', ')}`,
    );
  const found =
    subdomain === undefined ? names[0] : names.find((one) => one.subdomain === subdomain.toLowerCase());
  if (!found)
    throw new CommandError(`There is no organization with the subdomain ${JSON.stringify(subdomain)}.`);
  return heddle.organizations.directory(found.id);
}

export function userFor(directory: Directory, email: string): User {
  const key = emailKey(email);
  const user = directory.users.find('deliveryEmail', key) ?? directory.users.find('email', key);
  if (!user || user.isSystem)
    throw new CommandError(
      `No user in ${directory.organization.name} has the email address ${email.trim()}.`,
    );
  return user;
}

export type RoleName = keyof typeof roles;

export function roleNamed(name: string): Role {
  if (Object.hasOwn(roles, name)) return roles[name as RoleName];
  throw new CommandError(
    `Unknown role ${JSON.stringify(name)}. Use one of: ${Object.keys(roles).join(', ')}.`,
  );
}

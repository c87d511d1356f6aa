/** A person as an operator or a form gives them, checked as the API checks it. */
import type { OrganizationCache } from '../organization/index.ts';
import { ApiError, apiError } from '../../lib/errors.ts';
import { checkedFullName, checkPasswordStrength, parsedEmail, withoutMarkup } from './checks.ts';
import { limits } from '../../../../wire/core.ts';
import { withoutForbidden } from '../../lib/text.ts';

export interface PersonInput {
  email: string;
  fullName: string;
  password: string;
}

/**
 * @param weakPassword An operator may choose a weak one and only gets a warning; a form on the web refuses it.
 * @param cache Of the organization, where there is one already.
 * @throws ApiError with what is wrong.
 */
export async function checkPersonInput(
  given: PersonInput,
  weakPassword: 'warn' | 'refuse',
  cache?: OrganizationCache,
): Promise<PersonInput & { warning?: string }> {
  const email = parsedEmail(given.email);
  if (email === undefined) throw apiError('email.not-an-email', { given: JSON.stringify(given.email) });
  const person = { email, fullName: checkedFullName(given.fullName), password: given.password };
  if (given.password === '') throw apiError('password.empty');
  try {
    await checkPasswordStrength(cache, person.password, person);
    return person;
  } catch (error) {
    if (!(error instanceof ApiError) || weakPassword === 'refuse') throw error;
    return { ...person, warning: `${error.message} It was accepted anyway.` };
  }
}

// Makes names from elsewhere acceptable: those of directories and providers, which nobody can correct at the sign-in.

/** Removes the characters that names cannot have. @returns `undefined` if no name remains */
export function cleanFullName(given: string | undefined): string | undefined {
  const clean = withoutMarkup(withoutForbidden((given ?? '').normalize('NFC')))
    .replace(/\s+/g, ' ')
    .trim();
  try {
    return checkedFullName([...clean].slice(0, limits.fullNameLength).join(''));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Otherwise the local part of the email address, or all of it if that is too short. */
export function usableFullName(given: string | undefined, email: string): string {
  return cleanFullName(given) ?? cleanFullName(email.split('@')[0]) ?? checkedFullName(withoutMarkup(email));
}

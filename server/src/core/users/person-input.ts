/** A person as an operator or a form gives them, checked as the API checks it. */
import type { OrganizationCache } from '../organization/index.ts';
import { ApiError, apiError } from '../../lib/errors.ts';
import { checkedFullName, checkPasswordStrength, parsedEmail } from './checks.ts';

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

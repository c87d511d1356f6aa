/** Makes names from elsewhere acceptable: those of directories and providers, which nobody can correct at the sign-in. */
import { limits } from '../../../../wire/core.ts';
import { ApiError } from '../../lib/errors.ts';
import { withoutForbidden } from '../../lib/text.ts';
import { checkedFullName, withoutMarkup } from './checks.ts';

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

/** Validates names, email addresses and passwords of accounts. */
import { limits } from '../../../../wire/core.ts';
import { serverNumbers } from '../../../../wire/server.ts';
import { type OrganizationCache, type User, organizationSettings } from '../organization/index.ts';
import { isBreachedPassword } from '../../lib/breached-passwords.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import { codePoints, emailKey, forbiddenAt, lookKey, nameKey, tidySpaces } from '../../lib/text.ts';

/** They have a meaning in messages, where mentions contain names. */
const markup = /[*`\\>"@]/;
/** A mention names a user as `name|id`. */
const looksLikeId = /\|\d+$/;

/** Replaces each character of markup by a space, and removes what looks like an ID. */
export const withoutMarkup = (name: string): string =>
  name.replace(new RegExp(markup, 'g'), ' ').replace(looksLikeId, '');

/** A word may be written with one sign. */
const ideograph = /^\p{Ideographic}$/u;

const isTooShort = (name: string): boolean =>
  codePoints(name) < limits.fullNameLeast && !ideograph.test(name);

/** @returns the name as it is stored. @throws ApiError with a text for people. */
export function checkedFullName(given: string): string {
  const name = tidySpaces(given.normalize('NFC'));
  if (isTooShort(name)) throw apiError('users.name-short');
  if (codePoints(name) > limits.fullNameLength) throw apiError('users.name-long');
  if (forbiddenAt(name) > 0 || markup.test(name)) throw apiError('users.name-characters');
  if (looksLikeId.test(name)) throw apiError('users.name-form');
  return name;
}

/** @param exceptId Whose own name it may be already. */
export function checkNameIsFree(cache: OrganizationCache, name: string, exceptId?: number): void {
  if (!organizationSettings(cache).require_unique_names) return;
  const key = lookKey(name);
  for (const user of cache.users.values())
    if (user.id !== exceptId && user.isActive && lookKey(user.fullName) === key)
      throw apiError('users.name-taken');
}

const longestEmail = 254;
/** Stricter than RFC 5322: no quotes, no comments, no address without a domain. */
const emailForm = /^[^\s@<>()[\],;:"\\]{1,64}@[^\s@<>()[\],;:"\\]+$/;
const domainForm =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** An encoded word of an email header (RFC 2047), which mail programs would read as other characters. */
const encodedWord = /=\?|\?=/;

/** @returns the address as it is stored, or `undefined` if it is none. */
export function parsedEmail(given: string): string | undefined {
  const email = given.trim().normalize('NFC');
  const [local = '', domain = ''] = email.split('@');
  if (email.length > longestEmail || !emailForm.test(email) || forbiddenAt(email) > 0) return undefined;
  if (encodedWord.test(email)) return undefined;
  if (!domainForm.test(domain) || local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return undefined;
  return email;
}

export const emailInUse = (): ApiError => apiError('email.taken');

/**
 * Addresses of deactivated accounts and of system bots stay taken.
 * @param sees Accounts that the caller may learn of: the address of another is not refused.
 */
export function checkEmailIsFree(
  cache: OrganizationCache,
  email: string,
  exceptId?: number,
  sees: (user: User) => boolean = () => true,
): void {
  const key = emailKey(email);
  for (const name of ['email', 'deliveryEmail'] as const) {
    const user = cache.users.find(name, key);
    if (user && user.id !== exceptId && sees(user)) throw emailInUse();
  }
}

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** The minimum length of passwords in an organization; the server's own minimum by default. */
export const leastPasswordLength = (cache: Pick<OrganizationCache, 'organization'> | undefined): number =>
  Math.max(
    serverNumbers.password_min_length,
    cache?.organization.signInRules.minPasswordLength ?? serverNumbers.password_min_length,
  );

/**
 * Refuses passwords that would be guessed within fifty thousand attempts.
 * @param cache Of the organization whose rules apply; undefined for the owner of a new one.
 * @throws ApiError that says what is missing.
 */
export async function checkPasswordStrength(
  cache: OrganizationCache | undefined,
  password: string,
  { email, fullName }: { email: string; fullName: string },
): Promise<void> {
  const length = codePoints(password);
  const least = leastPasswordLength(cache);
  if (length < least) throw apiError('password.short', { least });
  if (length > serverNumbers.password_max_length)
    throw apiError('password.long', { most: serverNumbers.password_max_length });
  const plain = password.normalize('NFKC').toLowerCase();
  if (isRow(plain)) throw apiError('password.sequence');
  const own = [emailKey(email), emailKey(email).split('@')[0] ?? '', nameKey(fullName)];
  if (own.includes(plain)) throw apiError('password.personal');
  if (await isBreachedPassword(plain)) throw apiError('password.common');
}

/** One repeated character, or neighbours in the alphabet or on the keyboard, forwards or backwards. */
function isRow(text: string): boolean {
  if (new Set(text).size <= 2) return true;
  const backwards = Array.from(text).reverse().join('');
  return rows.some((row) => `${row}${row}`.includes(text) || `${row}${row}`.includes(backwards));
}

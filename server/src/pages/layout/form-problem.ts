/** The error message and status of a form. */
import { ApiError } from '../../lib/errors.ts';
import { PasswordsBusyError } from '../../lib/passwords.ts';
import { errorText } from '../../lib/i18n/errors.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';

export interface Problem {
  text: string;
  status: number;
  /** The name of the field that it is about, where it is about one. */
  field?: string | undefined;
}

const fieldsByError = {
  'password.': 'password',
  'email.': 'email',
  'users.name-': 'full_name',
  'organization.name-': 'name',
};

/** Rethrows errors that are not caused by the user. */
export function problemFor(t: Texts, error: unknown): Problem {
  if (error instanceof PasswordsBusyError) return { text: t('errors.busy'), status: 503 };
  if (!(error instanceof ApiError)) throw error;
  const wait = error.data['retry-after'];
  const isTooMuch = error.code === 'RATE_LIMIT_HIT' && typeof wait === 'number';
  const text = isTooMuch
    ? t('errors.tooMany', { minutes: Math.ceil(wait / 60) })
    : errorText(t.language, error);
  const known = Object.entries(fieldsByError).find(([beginning]) => error.key.startsWith(beginning));
  return { text, status: error.status, field: known?.[1] };
}

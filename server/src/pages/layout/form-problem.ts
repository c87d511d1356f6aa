/** The error message and status of a form. */
import { ApiError } from '../../lib/errors.ts';
import { PasswordsBusyError } from '../../lib/passwords.ts';
import { errorText } from '../../lib/i18n/errors.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';

export interface Problem {
  text: string;
  status: number;
}

/** Rethrows errors that are not caused by the user. */
export function problemFor(t: Texts, error: unknown): Problem {
  if (error instanceof PasswordsBusyError) return { text: t('errors.busy'), status: 503 };
  if (!(error instanceof ApiError)) throw error;
  const wait = error.data['retry-after'];
  const isTooMuch = error.code === 'RATE_LIMIT_HIT' && typeof wait === 'number';
  const text = isTooMuch
    ? t('errors.tooMany', { minutes: Math.ceil(wait / 60) })
    : errorText(t.language, error);
  return { text, status: error.status };
}

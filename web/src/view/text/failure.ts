/** The text for a failed request: the server's error, or what to do. */
import type { ApiFailure } from '../../connection/api.ts';
import { errorText } from './errors.ts';
import { t } from './text.ts';

export function failureText(failure: ApiFailure): string {
  if (failure.kind === 'refused') return errorText(failure.message, failure.error);
  if (failure.kind === 'unreachable') return t('common.unreachable');
  const { status, retryAfterMs, reason } = failure;
  if (reason !== undefined) return t('common.notStored');
  if (retryAfterMs !== undefined)
    return t('common.wait', { count: Math.max(1, Math.ceil(retryAfterMs / 1000)) });
  if (isOverloaded(status)) return t('common.unavailable');
  return status < 400 ? t('common.notFromServer') : t('common.broken', { status });
}

/** Too many requests, and the statuses of a proxy whose server does not respond. */
const isOverloaded = (status: number): boolean => status === 429 || (status >= 502 && status <= 504);

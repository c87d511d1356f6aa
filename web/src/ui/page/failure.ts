/** A failed request in words: what the server said, or what to do. */
import type { ApiFailure } from '../../api.ts';
import { t } from '../../view/text.ts';

export function failureText(failure: ApiFailure): string {
  if (failure.kind === 'refused') return failure.message;
  return failure.kind === 'unreachable' ? t('common.unreachable') : t('common.unavailable');
}

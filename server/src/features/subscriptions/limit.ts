/** A bound on the channels of one request, which are changed in one transaction while other writes wait. */
import { apiError } from '../../lib/errors.ts';

const mostSubscriptions = 2000;

/** @throws ApiError */
export function refuseTooMany(channels: readonly unknown[]): void {
  if (channels.length > mostSubscriptions)
    throw apiError('subscriptions.too-many', { limit: mostSubscriptions });
}

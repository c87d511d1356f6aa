/** Bounds on one request, which is one transaction while other writes wait. */
import { apiError } from '../../lib/errors.ts';

const mostSubscriptions = 2000;
/** Such as those of 10,000 people to 10 channels. */
const mostOfAll = 100_000;

/**
 * @param principals For whom the channels are changed; the caller alone if there are none.
 * @throws ApiError
 */
export function refuseTooMany(channels: readonly unknown[], principals: readonly unknown[] = []): void {
  if (channels.length > mostSubscriptions)
    throw apiError('subscriptions.too-many', { limit: mostSubscriptions });
  if (channels.length * Math.max(1, principals.length) > mostOfAll)
    throw apiError('subscriptions.too-many-of-all', { limit: mostOfAll });
}

/** Bounds on one request, which is one transaction while other writes wait. */
import { refuseAboveLimit } from '../../core/limits/index.ts';

/**
 * @param principals For whom the channels are changed; the caller alone if there are none.
 * @throws ApiError
 */
export function refuseTooMany(channels: readonly unknown[], principals: readonly unknown[] = []): void {
  refuseAboveLimit('subscriptions.too-many', 0, channels.length);
  refuseAboveLimit('subscriptions.too-many-of-all', 0, channels.length * Math.max(1, principals.length));
}

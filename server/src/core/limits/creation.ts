/** Limits on what people may make, see `creationLimits`. */
import { type CreationLimitKey, creationLimits } from '../../../../wire/creation-limits.ts';
import { ApiError } from '../../lib/errors.ts';

/**
 * Refuses what is about to be made, before the work for it is done.
 * @param present How many there are.
 * @throws ApiError
 */
export function refuseAboveLimit(key: CreationLimitKey, present: number, added = 1): void {
  const limit = creationLimits[key].most;
  if (added > 0 && present + added > limit) throw new ApiError(key, { limit });
}

import { FetchRefused } from '../net/guarded-fetch.ts';
import { fieldsIn } from '../objects.ts';
import { ProviderResponseError, ProviderUnavailableError } from './person.ts';

/** The error of a failed sign-in: whether a request to the provider failed, or its response is invalid. */
export function providerFailure(error: unknown): ProviderUnavailableError | ProviderResponseError {
  return isDown(error)
    ? new ProviderUnavailableError('The provider cannot be asked', { cause: error })
    : new ProviderResponseError('The response of the provider is not valid', { cause: error });
}

/** The library wraps errors of requests, and responses with an unexpected status. */
function isDown(error: unknown): boolean {
  for (let at = error, depth = 0; at !== undefined && depth < 5; at = fieldsIn(at).cause, depth++)
    if (at instanceof FetchRefused || (at instanceof Response && at.status >= 500)) return true;
  return false;
}

/** Decodes text. Invalid UTF-8 is refused instead of repaired, which would store something that nobody sent. */
import { isUtf8 } from 'node:buffer';
import { type ApiError, apiError } from '../../lib/errors.ts';

/** @throws ApiError 400 */
export function getText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8('The request body');
  return bytes.toString('utf8');
}

export const notUtf8 = (what: string): ApiError => apiError('requests.not-utf8', { what });

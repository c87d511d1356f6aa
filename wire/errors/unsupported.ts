/** Errors of operations that make no sense on this server. */
import { programError } from './entry.ts';

export const unsupportedErrors = {
  'unsupported.development-only': programError('Endpoint not available in production.'),
  'unsupported.not-registered': programError('Organization not registered', { code: 'MISSING_REMOTE_REALM' }),
};

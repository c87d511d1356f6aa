/** Errors of operations that this server does not support. */
import { programError } from './entry.ts';

export const unsupportedErrors = {
  'unsupported.development-only': programError('Endpoint not available in production.'),
  'unsupported.not-registered': programError('Organization not registered', { code: 'MISSING_REMOTE_REALM' }),
};

/** Errors of operations that make no sense on this server. */
import { error, programError } from './entry.ts';

export const unsupportedErrors = {
  'unsupported.development-only': programError('Endpoint not available in production.'),
  'unsupported.no-jwt': programError('No JSON web token passed in request'),
  'unsupported.jwt-disabled': programError('JWT authentication is not enabled for this organization'),
  'unsupported.not-registered': programError('Organization not registered', { code: 'MISSING_REMOTE_REALM' }),
  'unsupported.ai-disabled': error('AI features are not enabled on this server.'),
};

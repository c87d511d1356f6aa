/** Errors about video calls. */
import { error } from './entry.ts';

export const callErrors = {
  'calls.not-configured': error('{provider} credentials have not been configured'),
  'calls.bigbluebutton-not-configured': error('BigBlueButton is not configured.'),
  'calls.failed': error('Failed to create {provider} call'),
  'calls.unreachable': error('Error connecting to the {provider} server: {reason}'),
  'calls.wrong-secret': error('Error authenticating to the {provider} server'),
  'calls.unexpected': error('{provider} server returned an unexpected error: {status}'),
  'calls.wrong-credentials': error('Invalid {provider} credentials'),
  'calls.invalid-token': error('Invalid {provider} access token', {
    code: 'INVALID_VIDEO_CALL_PROVIDER_TOKEN',
  }),
  'calls.unknown-zoom-user': error('Unknown Zoom user email', { code: 'UNKNOWN_ZOOM_USER' }),
  'calls.invalid-session': error('Invalid {provider} session identifier'),
  'calls.declined': error('Access to {provider} was not granted'),
  'calls.invalid-signature': error('Invalid signature.'),
};

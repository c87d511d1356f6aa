/** Endpoints that leave no entry in the audit log without being `personal`. */

/** Sign-ins: recorded if they are those of administrators. */
export const signIns: ReadonlySet<string> = new Set([
  'fetch-api-key',
  'heddle-start-session',
  'jwt-fetch-api-key',
]);

/** They administer nothing: they create something at an external service, or send a message to the caller only. */
export const withoutChange: ReadonlySet<string> = new Set([
  'create-constructor-groups-video-call',
  'create-nextcloud-talk-video-call',
  'create-webex-video-call',
  'create-zoom-video-call',
  'dev-fetch-api-key',
  'heddle-read-saml-metadata',
  'heddle-test-sign-in-provider',
  'heddle-transcribe-file',
  'register-remote-push-device',
  'test-welcome-bot-custom-message',
]);

/** The exports of `sessions` for other rooms. */
export {
  type Browser,
  type Cookies,
  getBrowser,
  getCookies,
  clientHeader,
  refuseForeignEmbedding,
  refuseForeignPage,
} from './browser.ts';
export {
  type NewDeviceSignIn,
  deleteOldDevices,
  noteDevice,
  signedInFromNewDevice,
  type ExternalSession,
  endExpiredSessions,
  endExternalSessions,
  endSession,
  endUserSessions,
  leaveSession,
  startSession,
} from './rows.ts';
export { type Credential, CredentialCache } from './credential-cache.ts';
export {
  endSessions,
  endSessionsBeyond,
  sessionsEnded,
  Sessions,
  hashToken,
  sessionLifetimeMs,
} from './sessions.ts';

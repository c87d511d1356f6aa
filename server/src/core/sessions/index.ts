/** What other rooms use of sessions. */
export {
  type Browser,
  browserOf,
  clientHeader,
  refuseForeignEmbedding,
  refuseForeignPage,
} from './browser.ts';
export { endSession, endSessionsOf, forgetExpired, leaveSession, startSession } from './rows.ts';
export { Sessions, hashToken, sessionLifetimeMs } from './sessions.ts';

/** What other rooms use of sessions. */
export {
  type Browser,
  getBrowser,
  clientHeader,
  refuseForeignEmbedding,
  refuseForeignPage,
} from './browser.ts';
export { endSession, endUserSessions, deleteExpiredSessions, leaveSession, startSession } from './rows.ts';
export { Sessions, hashToken, sessionLifetimeMs } from './sessions.ts';

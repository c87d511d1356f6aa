/**
 * What the web client stores in a browser for the time of a session. However the session ended, the client deletes it, or the first page
 * that the server shows without an account.
 */
export const sessionKeys = ['heddle-searches'] as const;

export type SessionKey = (typeof sessionKeys)[number];

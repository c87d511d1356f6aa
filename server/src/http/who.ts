/** Finds out who asks, whichever way they show it. */
import type { FastifyRequest } from 'fastify';
import type { Heddle } from '../heddle.ts';
import { hashApiKey } from '../secrets.ts';
import type { Browser } from '../sessions/browser.ts';
import { sessionLifetimeMs } from '../sessions/sessions.ts';
import { notSignedIn, principalFromBasic, principalFromSession, type Principal } from './principal.ts';

/**
 * Whoever shows an API key is taken at their word, cookie or not.
 * @param refuseForeign Throws for a request that the browser's owner may not have meant.
 */
export async function principalOf(
  { organizations, secrets, sessions }: Heddle,
  { hostname, headers: { authorization } }: FastifyRequest,
  browser: Browser,
  refuseForeign: () => void = () => browser.refuseForeign(),
): Promise<Principal> {
  const { id: orgId } = organizations.byHost(hostname);
  if (authorization !== undefined || browser.token === undefined)
    return principalFromBasic(await organizations.directory(orgId), authorization, (key) =>
      hashApiKey(secrets, key),
    );
  refuseForeign();
  const directory = await organizations.directory(orgId);
  const session = await sessions.find(orgId, browser.token);
  if (!session) throw notSignedIn();
  const me = principalFromSession(directory, session);
  if (sessions.noteSeen(session)) browser.keep(browser.token, sessionLifetimeMs / 1000);
  return me;
}

/** Shows nothing at all. Who shows something wrong is no stranger, and is told so. */
export const isStranger = ({ headers }: FastifyRequest, browser: Browser): boolean =>
  headers.authorization === undefined && browser.token === undefined;

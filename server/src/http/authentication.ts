/** Finds out who asks, whichever way they show it. */
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import {
  type CheckedPolicy,
  type Principal,
  checkPolicy,
  notSignedIn,
  principalFromBasic,
  principalFromKey,
  principalFromSession,
} from '../core/organization/index.ts';
import { type Browser, sessionLifetimeMs } from '../core/sessions/index.ts';
import { missingParam } from '../lib/errors.ts';
import { hashesOfApiKey } from '../lib/secrets.ts';
import { getSite } from './site.ts';

/**
 * The authenticated principal, if the policy admits them: for what is served beside the API.
 * @param refuseForeign Throws for a request that the browser's owner may not have meant.
 * @throws ApiError 401 for credentials that are wrong or missing, and as the policy refuses.
 */
export async function getPrincipal(
  app: AppContext,
  request: FastifyRequest,
  browser: Browser,
  policy: CheckedPolicy,
  refuseForeign?: () => void,
): Promise<Principal> {
  const { orgId } = getSite(app, request);
  const me = await authenticate(app, request, { orgId, browser }, refuseForeign);
  checkPolicy(policy, me);
  return me;
}

/** The organization that was asked, and the browser that asked. */
interface Origin {
  orgId: number;
  browser: Browser;
}

/**
 * Says who asks, and not whether they may: `checkPolicy` must follow. An API key counts before a session cookie.
 * @param refuseForeign Throws for a request that the browser's owner may not have meant.
 */
export async function authenticate(
  app: AppContext,
  request: FastifyRequest,
  origin: Origin,
  refuseForeign: () => void = () => origin.browser.refuseForeign(),
): Promise<Principal> {
  const me = await identify(app, request, origin, refuseForeign);
  request.userId = me.id;
  return me;
}

async function identify(
  app: AppContext,
  request: FastifyRequest,
  { orgId, browser }: Origin,
  refuseForeign: () => void,
): Promise<Principal> {
  const { organizations, secrets, sessions } = app;
  const { authorization } = request.headers;
  if (authorization !== undefined || browser.token === undefined)
    return principalFromBasic(await organizations.cache(orgId), authorization, (key) =>
      hashesOfApiKey(secrets, key),
    );
  refuseForeign();
  const cache = await organizations.cache(orgId);
  const session = await sessions.find(orgId, browser.token);
  if (!session) throw notSignedIn();
  const me = principalFromSession(cache, session);
  if (sessions.noteSeen(session)) browser.keep(browser.token, sessionLifetimeMs / 1000);
  return me;
}

/**
 * The principal that a key in the address, or HTTP Basic, shows; a session cookie counts for nothing.
 * @param apiKey As it stands in the request's parameters.
 */
export async function authenticateByKey(
  app: Pick<AppContext, 'organizations' | 'secrets'>,
  request: FastifyRequest,
  orgId: number,
  apiKey: string | undefined,
): Promise<Principal> {
  const { authorization } = request.headers;
  if (apiKey === undefined && authorization === undefined) throw missingParam('api_key');
  const cache = await app.organizations.cache(orgId);
  const hashed = (key: string) => hashesOfApiKey(app.secrets, key);
  const me =
    apiKey === undefined
      ? principalFromBasic(cache, authorization, hashed)
      : principalFromKey(cache, apiKey, hashed);
  request.userId = me.id;
  return me;
}

/** Without any credentials. Invalid ones are refused instead. */
export const isUnknownUser = ({ headers }: FastifyRequest, browser: Browser): boolean =>
  headers.authorization === undefined && browser.token === undefined;

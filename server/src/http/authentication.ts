/** Authenticates requests by API key or session. */
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import {
  type Endpoint,
  type GrantedKey,
  type Principal,
  admit,
  notSignedIn,
  parseBasic,
  principalFromBasic,
  principalFromKey,
  principalFromNamedKey,
  principalFromSession,
} from '../core/organization/index.ts';
import { isNamedKey } from '../core/api-keys/index.ts';
import { type Browser, sessionLifetimeMs } from '../core/sessions/index.ts';
import { apiError, missingParam } from '../lib/errors.ts';
import { hashesOfApiKey } from '../lib/secrets.ts';
import { isUnattended } from './route.ts';
import { getSite } from './site.ts';

/**
 * Authenticates a request outside the API, and checks that the endpoint admits the principal.
 * @param refuseForeign Throws for a request that may be forged (CSRF).
 * @throws ApiError 401 for wrong or missing credentials, and as the endpoint refuses.
 */
export async function getPrincipal(
  app: AppContext,
  request: FastifyRequest,
  browser: Browser,
  endpoint: Endpoint,
  refuseForeign?: () => void,
): Promise<Principal> {
  const { orgId } = getSite(app, request);
  return admit(endpoint, await authenticate(app, request, { orgId, browser }, refuseForeign));
}

/** The organization of the host, and the requesting browser. */
interface Origin {
  orgId: number;
  browser: Browser;
}

/**
 * Authenticates, but does not authorize: `admit` must follow. An API key takes precedence over a session cookie.
 * @param refuseForeign Throws for a request that may be forged (CSRF).
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
  const { organizations, sessions } = app;
  const { authorization } = request.headers;
  if (authorization !== undefined || browser.token === undefined)
    return principalFromHeader(app, orgId, authorization);
  refuseForeign();
  const cache = await organizations.cache(orgId);
  const rules = cache.organization.signInRules;
  const session = await sessions.find(orgId, browser.token, rules);
  if (!session) throw notSignedIn();
  const me = principalFromSession(cache, session);
  const isUse = !isUnattended(request.operation?.route);
  if (sessions.noteSeen(session, browser.address, rules, isUse))
    browser.keep(browser.token, sessionLifetimeMs / 1000);
  return me;
}

type KeyParts = Pick<AppContext, 'organizations' | 'secrets' | 'apiKeys'>;

async function principalFromHeader(
  { organizations, secrets, apiKeys }: KeyParts,
  orgId: number,
  authorization: string | undefined,
): Promise<Principal> {
  const cache = await organizations.cache(orgId);
  const [email, key] = parseBasic(authorization);
  if (isNamedKey(key)) return principalFromNamedKey(cache, await apiKeys.find(orgId, key), email);
  return principalFromBasic(cache, authorization, (text) => hashesOfApiKey(secrets, text));
}

/**
 * The principal of a named key in `Authorization: Bearer`. Session cookies, and accounts' own keys, which have no scopes, are
 * not accepted.
 */
export async function authenticateByBearer(
  { organizations, apiKeys }: KeyParts,
  request: FastifyRequest,
  orgId: number,
): Promise<{ me: Principal & { key: GrantedKey }; apiKey: string }> {
  const [, apiKey = ''] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  if (orgId === 0 || !isNamedKey(apiKey)) throw apiError('authentication.named-key-required');
  const cache = await organizations.cache(orgId);
  const found = await apiKeys.find(orgId, apiKey);
  const me = principalFromNamedKey(cache, found, undefined);
  request.userId = me.id;
  return { me, apiKey };
}

async function principalFromText(
  { organizations, secrets, apiKeys }: KeyParts,
  orgId: number,
  key: string,
): Promise<Principal> {
  const cache = await organizations.cache(orgId);
  if (isNamedKey(key)) return principalFromNamedKey(cache, await apiKeys.find(orgId, key), undefined);
  return principalFromKey(cache, key, (text) => hashesOfApiKey(secrets, text));
}

/**
 * The principal of a key in the URL or in HTTP Basic; session cookies are ignored.
 * @param apiKey The request parameter.
 */
export async function authenticateByKey(
  app: KeyParts,
  request: FastifyRequest,
  orgId: number,
  apiKey: string | undefined,
): Promise<Principal> {
  const { authorization } = request.headers;
  if (apiKey === undefined && authorization === undefined) throw missingParam('api_key');
  const me = await (apiKey === undefined
    ? principalFromHeader(app, orgId, authorization)
    : principalFromText(app, orgId, apiKey));
  request.userId = me.id;
  return me;
}

/** Whether there are no credentials. Invalid ones are refused instead. */
export const isAnonymous = ({ headers }: FastifyRequest, browser: Browser): boolean =>
  headers.authorization === undefined && browser.token === undefined;

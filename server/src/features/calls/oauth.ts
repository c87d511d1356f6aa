/** OAuth (RFC 6749) for accounts at call providers, and requests on behalf of users. */
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { defineService } from '../../core/context/index.ts';
import type { Config } from '../../lib/config/config.ts';
import { apiError } from '../../lib/errors.ts';
import { KeyedMutex } from '../../lib/mutex.ts';
import { textAt, valueAt } from '../../lib/json.ts';
import { askCallServer, callFailed, isOk, type CallResponse, type CallServer } from './call-server.ts';
import {
  deleteToken,
  readToken,
  renewToken,
  type AccountProvider,
  type CallToken,
  type StoredToken,
} from './tokens.ts';

export interface OAuthServer extends CallServer {
  key: AccountProvider;
  clientId: string;
  clientSecret: string;
  authorizeUrl: string;
  tokenUrl: string;
  /** Empty if the app's registration determines the scopes. */
  scope: string;
}

const zoomScopes = '';
/** Meetings, and rooms that users of the same Webex organization may enter without an invitation. */
const webexScopes = 'meeting:schedules_read meeting:schedules_write spark:all';

/** @throws ApiError without credentials */
export function getOAuthServer(config: Config, key: AccountProvider): OAuthServer {
  const { zoomClientId, zoomClientSecret, zoomUrl, webexClientId, webexClientSecret, webexApiUrl } = config;
  if (key === 'zoom') {
    if (zoomClientId === undefined || zoomClientSecret === undefined || config.zoomAccountId !== undefined)
      throw apiError('calls.not-configured', { provider: 'Zoom' });
    const [authorizeUrl, tokenUrl] = [`${origin(zoomUrl)}/oauth/authorize`, `${origin(zoomUrl)}/oauth/token`];
    const client = { clientId: zoomClientId, clientSecret: zoomClientSecret, scope: zoomScopes };
    return { key, name: 'Zoom', url: zoomUrl, authorizeUrl, tokenUrl, ...client };
  }
  if (webexClientId === undefined || webexClientSecret === undefined)
    throw apiError('calls.not-configured', { provider: 'Webex' });
  const [authorizeUrl, tokenUrl] = [
    `${origin(webexApiUrl)}/v1/authorize`,
    `${origin(webexApiUrl)}/v1/access_token`,
  ];
  const client = { clientId: webexClientId, clientSecret: webexClientSecret, scope: webexScopes };
  return { key, name: 'Webex', url: webexApiUrl, authorizeUrl, tokenUrl, ...client };
}

const origin = (url: string): string => new URL(url).origin;

/** Where a user authorizes this server to create calls on their behalf. */
export function getAuthorizeUrl(
  server: OAuthServer,
  { state, redirectUri }: { state: string; redirectUri: string },
): string {
  const url = new URL(server.authorizeUrl);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('client_id', server.clientId);
  url.searchParams.set('redirect_uri', redirectUri);
  url.searchParams.set('state', state);
  if (server.scope !== '') url.searchParams.set('scope', server.scope);
  return url.href;
}

/** @throws ApiError if the provider does not accept the code */
export async function exchangeCode(
  app: AppContext,
  server: OAuthServer,
  { code, redirectUri }: { code: string; redirectUri: string },
): Promise<CallToken> {
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  const token = await requestToken(app, server, form);
  if (!token) throw apiError('calls.wrong-credentials', { provider: server.name });
  return token;
}

/** @returns undefined if the provider refuses. @throws ApiError if it is unreachable or its response is invalid */
async function requestToken(
  app: AppContext,
  server: OAuthServer,
  grant: Readonly<Record<string, string>>,
): Promise<CallToken | undefined> {
  const { clientId, clientSecret } = server;
  // Zoom reads the credentials from the header, Webex from the form.
  const credentials = server.key === 'webex' ? { client_id: clientId, client_secret: clientSecret } : {};
  const headers = server.key === 'zoom' ? { authorization: basicAuth(clientId, clientSecret) } : {};
  const response = await askOrFail(app, server, server.tokenUrl, {
    headers,
    form: { ...grant, ...credentials },
  });
  if (response.status === 400 || response.status === 401) return undefined;
  const token = isOk(response)
    ? tokenIn(response.json, grant.refresh_token ?? '', app.clock.now())
    : undefined;
  if (!token) throw callFailed(app, server, { status: response.status });
  return token;
}

export const basicAuth = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** The lifetime of a token if the provider does not return one. */
const usualSeconds = 3600;

function tokenIn(json: unknown, refreshBefore: string, now: number): CallToken | undefined {
  const access = textAt(json, 'access_token');
  if (access === undefined) return undefined;
  const given = valueAt(json, 'expires_in');
  const seconds = typeof given === 'number' && given > 0 ? given : usualSeconds;
  return {
    access,
    refresh: textAt(json, 'refresh_token') ?? refreshBefore,
    expiresAt: now + seconds * 1000,
  };
}

async function askOrFail(
  app: AppContext,
  server: CallServer,
  address: string,
  request: Omit<Parameters<typeof askCallServer>[3], 'method'>,
): Promise<CallResponse> {
  try {
    return await askCallServer(app, server, address, { method: 'POST', ...request });
  } catch (error) {
    throw callFailed(app, server, error);
  }
}

/** Providers replace the refresh token with each use, so that two concurrent refreshes would lose the account. */
const refreshing = defineService(() => new KeyedMutex());
/** Tokens that expire sooner are refreshed before use. */
const marginMs = 60_000;

/**
 * A POST on behalf of a user.
 * @throws ApiError INVALID_VIDEO_CALL_PROVIDER_TOKEN if the account is not connected, or the provider no longer accepts it;
 *   it is then disconnected here too
 */
export async function postAs(
  app: AppContext,
  me: Principal,
  server: OAuthServer,
  address: string,
  json: unknown,
): Promise<CallResponse> {
  const stored = await usableToken(app, me, server);
  const headers = { authorization: `Bearer ${stored.token.access}` };
  const response = await askOrFail(app, server, address, { headers, json });
  if (response.status === 401) throw await disconnected(app, me, server, stored.box);
  return response;
}

async function usableToken(app: AppContext, me: Principal, server: OAuthServer): Promise<StoredToken> {
  const isFresh = ({ token }: StoredToken) => token.expiresAt - marginMs > app.clock.now();
  const stored = await readToken(app, me, server.key);
  if (!stored) throw invalidToken(server);
  if (isFresh(stored)) return stored;
  const unlock = await refreshing(app).lock([`${server.key} ${me.id}`]);
  try {
    const current = await readToken(app, me, server.key);
    if (!current) throw invalidToken(server);
    return isFresh(current) ? current : await refresh(app, me, server, current);
  } finally {
    unlock();
  }
}

async function refresh(
  app: AppContext,
  me: Principal,
  server: OAuthServer,
  { token, box }: StoredToken,
): Promise<StoredToken> {
  const grant = { grant_type: 'refresh_token', refresh_token: token.refresh };
  const renewed = token.refresh === '' ? undefined : await requestToken(app, server, grant);
  if (!renewed) {
    // Another node may have refreshed the token first.
    const current = await readToken(app, me, server.key);
    if (current && current.box !== box) return current;
    throw await disconnected(app, me, server, box);
  }
  await app.db.write(me.orgId, me, (tx) =>
    renewToken(tx, app.secrets, { userId: me.id, provider: server.key, before: box, token: renewed }),
  );
  return (await readToken(app, me, server.key)) ?? { token: renewed, box };
}

async function disconnected(app: AppContext, me: Principal, server: OAuthServer, box: string) {
  await app.db.write(me.orgId, me, (tx) => deleteToken(tx, me.id, server.key, box));
  return invalidToken(server);
}

const invalidToken = ({ name }: OAuthServer) =>
  apiError('calls.invalid-token', { provider: name }, { provider_name: name });

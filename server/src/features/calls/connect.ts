/** Connects the account of a user at a call provider by OAuth, within one browser session. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import { useOnce } from '../../core/limits/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { hashToken } from '../../core/sessions/index.ts';
import { organizationUrl } from '../../http/urls.ts';
import { apiError } from '../../lib/errors.ts';
import { openJson, sealJson } from '../../lib/sealed-json.ts';
import { textAt } from '../../lib/json.ts';
import { askCallServer } from './call-server.ts';
import { exchangeCode, getAuthorizeUrl, getOAuthServer, type OAuthServer } from './oauth.ts';
import { deleteToken, storeToken, type AccountProvider, type CallToken } from './tokens.ts';
import { zoomApi } from './zoom.ts';

export interface Connecting {
  orgId: number;
  userId: number;
  provider: AccountProvider;
  /** Hash of the token of the session that started it. */
  session: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

const purpose = 'connecting an account for calls';
const lifetimeMs = 600_000;

/** Providers accept registered addresses only, so all organizations use the same one. */
export const connectedPath = (provider: AccountProvider): string => `/calls/${provider}/complete`;
const redirectUri = (app: AppContext, provider: AccountProvider): string =>
  organizationUrl(app, '') + connectedPath(provider);

/** @returns the address that the browser is redirected to. @throws ApiError without credentials for the provider */
export function startConnecting(
  app: AppContext,
  me: Principal,
  provider: AccountProvider,
  session: string,
): string {
  const server = getOAuthServer(app.config, provider);
  const connecting: Connecting = {
    orgId: me.orgId,
    userId: me.id,
    provider,
    session: hashToken(session),
    expiresAt: app.clock.now() + lifetimeMs,
  };
  const state = sealJson(app.secrets, purpose, connecting);
  return getAuthorizeUrl(server, { state, redirectUri: redirectUri(app, provider) });
}

/** @returns undefined unless this server has sealed it */
export const openConnecting = ({ secrets }: AppContext, state: string): Connecting | undefined =>
  openJson<Connecting>(secrets, purpose, state);

interface OAuthCallback {
  provider: AccountProvider;
  state: string;
  code: string;
  /** Session token of the browser that came back. */
  session: string;
}

/** @throws ApiError for a state of another session, user or service, or one that was used or has expired */
export async function endConnecting(
  app: AppContext,
  me: Principal,
  returned: OAuthCallback,
): Promise<OAuthServer> {
  const { provider, state, code, session } = returned;
  const server = getOAuthServer(app.config, provider);
  const connecting = openConnecting(app, state);
  const isOwn =
    connecting?.orgId === me.orgId &&
    connecting.userId === me.id &&
    connecting.session === hashToken(session);
  if (
    !isOwn ||
    connecting.provider !== provider ||
    connecting.expiresAt <= app.clock.now() ||
    !(await useOnce(app, state))
  )
    throw apiError('calls.invalid-session', { provider: server.name });
  if (code === '') throw apiError('calls.declined', { provider: server.name });
  const token = await exchangeCode(app, server, { code, redirectUri: redirectUri(app, provider) });
  const accountId = provider === 'zoom' ? await findZoomId(app, server, token) : null;
  await app.db.write(me.orgId, me, (tx) =>
    storeToken(tx, app.secrets, { userId: me.id, provider, token, accountId }),
  );
  return server;
}

/** The account ID that Zoom sends when the account is disconnected there; the app may lack the scope to read it. */
async function findZoomId(
  app: AppContext,
  server: OAuthServer,
  { access }: CallToken,
): Promise<string | null> {
  try {
    const headers = { authorization: `Bearer ${access}` };
    const { json } = await askCallServer(app, server, `${zoomApi(app.config)}/users/me`, {
      method: 'GET',
      headers,
    });
    return textAt(json, 'id') ?? null;
  } catch (error) {
    app.log.warn({ err: error }, 'Zoom returned no account ID');
    return null;
  }
}

const oldestSeconds = 300;

/** Verifies the signature of a notification, which covers the time and the raw body. */
export function isFromZoom(
  secret: string,
  { signature, timestamp, body }: { signature: string; timestamp: string; body: string },
  now: number,
): boolean {
  const age = Math.abs(now / 1000 - Number(timestamp));
  const expected = Buffer.from(
    `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`,
  );
  const given = Buffer.from(signature);
  return age <= oldestSeconds && given.length === expected.length && timingSafeEqual(given, expected);
}

/** Deletes the tokens of a user who has removed the app at Zoom. */
export async function disconnectZoomAccount({ db }: AppContext, accountId: string): Promise<void> {
  const rows = await db.read.q
    .selectFrom('call_token')
    .select(['org_id', 'user_id'])
    .where('provider', '=', 'zoom')
    .where('account_id', '=', accountId)
    .execute();
  for (const { org_id, user_id } of rows)
    await db.write(org_id, 'system', (tx) => deleteToken(tx, user_id, 'zoom'));
}

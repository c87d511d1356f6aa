/** Connecting an account at a service for calls: begun and ended in the same session of the same browser. */
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
  /** Of the session that began it. */
  session: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

const purpose = 'connecting an account for calls';
const lifetimeMs = 600_000;

/** Services accept addresses that were registered with them only: the same one for every organization. */
export const connectedPath = (provider: AccountProvider): string => `/calls/${provider}/complete`;
const redirectUri = (app: AppContext, provider: AccountProvider): string =>
  organizationUrl(app, '') + connectedPath(provider);

/** @returns where the browser goes. @throws ApiError without credentials of the service */
export function startConnecting(
  app: AppContext,
  me: Principal,
  provider: AccountProvider,
  session: string,
): string {
  const server = getOAuthServer(app.config, provider);
  const connecting: Connecting = {
    ...{ orgId: me.orgId, userId: me.id, provider },
    session: hashToken(session),
    expiresAt: app.clock.now() + lifetimeMs,
  };
  const state = sealJson(app.secrets, purpose, connecting);
  return getAuthorizeUrl(server, { state, redirectUri: redirectUri(app, provider) });
}

/** @returns undefined for what this server has not sealed. */
export const openConnecting = ({ secrets }: AppContext, state: string): Connecting | undefined =>
  openJson<Connecting>(secrets, purpose, state);

interface OAuthCallback {
  provider: AccountProvider;
  state: string;
  code: string;
  /** Of the browser that came back. */
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

/** How Zoom names the account when it is disconnected there. An app may lack the scope for it. */
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

/** Whether Zoom has sent a notification: it signs the time and the body as they came. */
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

/** A user has removed the app at Zoom: what this server holds of the account is worth nothing any more. */
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

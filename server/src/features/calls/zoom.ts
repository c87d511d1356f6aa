/** Creates meetings at Zoom, on behalf of users who have connected their accounts or by the operator's server-to-server app. */
import type { AppContext } from '../../core/context/index.ts';
import { defineService } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import type { Config } from '../../lib/config/config.ts';
import { apiError } from '../../lib/errors.ts';
import { textAt, valueAt } from '../../lib/json.ts';
import {
  askCallServer,
  callFailed,
  isOk,
  webUrl,
  type CallResponse,
  type CallServer,
} from './call-server.ts';
import { basicAuth, getOAuthServer, postAs } from './oauth.ts';

/** Zoom's API has a host of its own; a stub has one host for everything. */
export function zoomApi({ zoomUrl }: Config): string {
  const url = new URL(zoomUrl);
  const isZoom = url.hostname === 'zoom.us' || url.hostname === 'zoomgov.com';
  return isZoom ? `https://api.${url.hostname}/v2` : `${url.origin}/v2`;
}

/** Values of `code` in error responses. */
const errorCodes = { userDoesNotExist: 1001, invalidToken: 124 } as const;

/** @returns the address of a new meeting. @throws ApiError */
export async function createZoomCall(app: AppContext, me: Principal, isVideo: boolean): Promise<string> {
  const meeting = {
    settings: { host_video: isVideo, participant_video: isVideo },
    // Without a password, accounts that require protection send everyone to a waiting room.
    default_password: true,
  };
  const isForAll = app.config.zoomAccountId !== undefined;
  const server = isForAll ? zoomServer(app.config) : getOAuthServer(app.config, 'zoom');
  const response = isForAll
    ? await postForAccount(app, me, meeting)
    : await postAs(
        app,
        me,
        getOAuthServer(app.config, 'zoom'),
        `${zoomApi(app.config)}/users/me/meetings`,
        meeting,
      );
  const url = isOk(response) ? webUrl(textAt(response.json, 'join_url')) : undefined;
  if (url === undefined) throw callFailed(app, server, { status: response.status, code: codeIn(response) });
  return url;
}

const zoomServer = ({ zoomUrl }: Config): CallServer => ({ name: 'Zoom', url: zoomUrl });

interface AccountToken {
  access: string;
  /** A value of `performance.now()`. */
  expiresAt: number;
}

/** Shared by the whole server, and replaced some minutes before it expires. */
const accountToken = defineService((): { held: Promise<AccountToken> | undefined } => ({ held: undefined }));
const tokenSeconds = 3600 - 240;

async function postForAccount(app: AppContext, me: Principal, meeting: unknown): Promise<CallResponse> {
  const user = encodeURIComponent(me.user.deliveryEmail);
  const server = zoomServer(app.config);
  const headers = { authorization: `Bearer ${await getAccountToken(app)}` };
  const address = `${zoomApi(app.config)}/users/${user}/meetings`;
  const response = await askCallServer(app, server, address, {
    method: 'POST',
    headers,
    json: meeting,
  }).catch((error: unknown) => {
    throw callFailed(app, server, error);
  });
  const code = codeIn(response);
  if (code === errorCodes.invalidToken || response.status === 401) accountToken(app).held = undefined;
  if (code === errorCodes.userDoesNotExist) throw apiError('calls.unknown-zoom-user');
  return response;
}

async function getAccountToken(app: AppContext): Promise<string> {
  const service = accountToken(app);
  const held = await service.held;
  if (held && held.expiresAt > performance.now()) return held.access;
  const requested = requestAccountToken(app);
  service.held = requested;
  try {
    return (await requested).access;
  } catch (error) {
    service.held = undefined;
    throw error;
  }
}

async function requestAccountToken(app: AppContext): Promise<AccountToken> {
  const { zoomClientId = '', zoomClientSecret = '', zoomAccountId = '', zoomUrl } = app.config;
  const server = zoomServer(app.config);
  const headers = { authorization: basicAuth(zoomClientId, zoomClientSecret) };
  const form = { grant_type: 'account_credentials', account_id: zoomAccountId };
  const address = `${new URL(zoomUrl).origin}/oauth/token`;
  const response = await askCallServer(app, server, address, { method: 'POST', headers, form }).catch(
    (error: unknown) => {
      throw callFailed(app, server, error);
    },
  );
  const access = isOk(response) ? textAt(response.json, 'access_token') : undefined;
  if (access === undefined) {
    app.log.error({ status: response.status }, 'Zoom does not accept the credentials of this server');
    throw apiError('calls.wrong-credentials', { provider: 'Zoom' });
  }
  return { access, expiresAt: performance.now() + tokenSeconds * 1000 };
}

const codeIn = ({ json }: CallResponse): unknown => valueAt(json, 'code');

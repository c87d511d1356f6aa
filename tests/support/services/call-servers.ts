/**
 * Zoom, Webex, BigBlueButton, Nextcloud Talk and Constructor Groups on one host of a test, written from the documentation of
 * each: they check what they are sent as the services say that they do, and refuse the rest.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { Settings } from '../../../server/src/lib/config/config-schema.ts';
import { localServer } from './local-server.ts';

type Reply = [status: number, body: unknown];

const hash = (value: string): string => createHash('sha256').update(value).digest('hex');
const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const bigBlueButtonSecret = 'shared';

export class CallServers {
  url = '';
  /** The tokens that are valid now; each is replaced when it is refreshed. */
  accessToken = 'access 1';
  refreshToken = 'refresh 1';
  #tokens = 1;
  /** Seconds that tokens are said to be valid for. */
  lifetime = 3600;
  codes: string[] = [];
  /** Emails of the Zoom account of the organization. */
  zoomUsers: string[] = [];
  hasPublicRooms = true;
  bigBlueButtonSecret = bigBlueButtonSecret;
  /** Instead of everything else. */
  override: ((response: ServerResponse) => void) | undefined;
  asked: { path: string; body: string }[] = [];

  /** Settings of a server that has the credentials of all services; of Zoom, for accounts of people. */
  settings(): Partial<Settings> {
    const { url } = this;
    return {
      zoomUrl: url,
      zoomClientId: 'heddle',
      zoomClientSecret: 'z',
      zoomSecretToken: 'zoom token',
      webexApiUrl: url,
      webexClientId: 'heddle',
      webexClientSecret: 'w',
      bigBlueButtonUrl: `${url}/bigbluebutton/`,
      bigBlueButtonSecret,
      nextcloudUrl: url,
      nextcloudTalkUser: 'heddle',
      nextcloudTalkPassword: 'n',
      constructorGroupsUrl: `${url}/xapi`,
      constructorGroupsAccessKey: 'a',
      constructorGroupsSecretKey: 's',
    };
  }

  /** As when the person removes the app, or an administrator does. */
  revoke(): void {
    this.accessToken = this.refreshToken = `revoked ${(this.#tokens += 1)}`;
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { pathname } = new URL(request.url ?? '/', this.url);
    this.asked.push({ path: pathname, body });
    if (this.override) {
      this.override(response);
      return;
    }
    if (pathname.startsWith('/bigbluebutton/')) {
      response.writeHead(200, { 'content-type': 'text/xml' }).end(this.#bigBlueButton(request.url ?? ''));
      return;
    }
    const [status, json] = this.#answer(pathname, request, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  }

  #answer(path: string, { headers }: IncomingMessage, body: string): Reply {
    const form = new URLSearchParams(body);
    switch (path) {
      case '/oauth/token':
        return headers.authorization === basic('heddle', 'z')
          ? this.#token(form)
          : [401, { error: 'invalid_client' }];
      case '/v1/access_token':
        return form.get('client_id') === 'heddle' && form.get('client_secret') === 'w'
          ? this.#token(form)
          : [401, { message: 'invalid client' }];
      case '/ocs/v2.php/apps/spreed/api/v4/room':
        return this.#talk(headers, body);
      case '/xapi/room/default':
        return headers.authorization === `Bearer a|${hash('a|s')}`
          ? [200, { url: 'https://groups.example.com/rooms/1' }]
          : [401, {}];
      default:
        return headers.authorization === `Bearer ${this.accessToken}`
          ? this.#asPerson(path, body)
          : [401, { code: 124, message: 'Invalid access token.' }];
    }
  }

  #token(form: URLSearchParams): Reply {
    const grant = form.get('grant_type');
    const isGranted =
      (grant === 'authorization_code' && this.codes.includes(form.get('code') ?? '')) ||
      (grant === 'refresh_token' && form.get('refresh_token') === this.refreshToken) ||
      (grant === 'account_credentials' && form.get('account_id') === 'account');
    if (!isGranted) return [400, { reason: 'Invalid Token!', error: 'invalid_grant' }];
    this.codes = this.codes.filter((code) => code !== form.get('code'));
    this.#tokens += 1;
    this.accessToken = `access ${this.#tokens}`;
    this.refreshToken = `refresh ${this.#tokens}`;
    const { accessToken: access_token, refreshToken: refresh_token, lifetime: expires_in } = this;
    return [200, { access_token, refresh_token, expires_in, token_type: 'bearer' }];
  }

  #asPerson(path: string, body: string): Reply {
    const given = JSON.parse(body === '' ? '{}' : body) as Record<string, unknown>;
    if (path === '/v2/users/me') return [200, { id: 'zoom-1', email: 'dan@example.com' }];
    const [, user = ''] = /^\/v2\/users\/([^/]+)\/meetings$/.exec(path) ?? [];
    if (user !== '' && user !== 'me' && !this.zoomUsers.includes(decodeURIComponent(user)))
      return [404, { code: 1001, message: 'User does not exist.' }];
    if (user !== '') return [201, { id: 1, join_url: 'https://zoom.us/j/1?pwd=secret' }];
    if (path === '/v1/rooms')
      return this.hasPublicRooms ? [200, { id: 'room' }] : [403, { message: 'free org' }];
    if (path !== '/v1/meetings') return [404, {}];
    const isComplete = given.adhoc === true ? given.roomId === 'room' : Date.parse(String(given.start)) > 0;
    return isComplete ? [200, { id: '1', webLink: 'https://example.webex.com/m/1' }] : [400, {}];
  }

  #talk(headers: IncomingMessage['headers'], body: string): Reply {
    if (headers.authorization !== basic('heddle', 'n') || headers['ocs-apirequest'] !== 'true')
      return [401, { ocs: { meta: { status: 'failure' } } }];
    const { roomType, roomName } = JSON.parse(body) as { roomType?: number; roomName?: string };
    if (roomType !== 3 || !roomName || roomName.length > 255) return [400, {}];
    return [201, { ocs: { meta: { status: 'ok' }, data: { token: 'abc123xy', name: roomName } } }];
  }

  #bigBlueButton(url: string): string {
    const [, call = '', query = '', checksum = ''] =
      /^\/bigbluebutton\/api\/(\w+)\?(.*)&checksum=([0-9a-f]{64})$/.exec(url) ?? [];
    if (checksum !== hash(call + query + this.bigBlueButtonSecret))
      return '<response><returncode>FAILED</returncode><messageKey>checksumError</messageKey></response>';
    return `<response><returncode>SUCCESS</returncode><meetingID>x</meetingID>
      <createTime>1764177600000</createTime><messageKey></messageKey></response>`;
  }
}

/** Until the test ends. */
export async function callServers(t: TestContext): Promise<CallServers> {
  const servers = new CallServers();
  const { url } = await localServer(t, (request, response) => void servers.respond(request, response));
  servers.url = url;
  return servers;
}

/** Apple's push service: HTTP/2, with a token signed by a key of the developer's team. */
import { connect, type ClientHttp2Session, constants, type IncomingHttpHeaders } from 'node:http2';
import { importPKCS8, SignJWT } from 'jose';
import { makeAps, type AppToken, type DevicePush, type SendOutcome } from './service.ts';
import '../net/interim-responses.ts';
import { conceal } from '../net/withholding.ts';
import { errorMessage } from '../thrown.ts';
import { fieldsIn } from '../objects.ts';
import { parseForeignJson } from '../json-depth.ts';

export interface ApnsAccount {
  /** Base URL of the API, without a path. */
  url: string;
  keyId: string;
  teamId: string;
  /** PEM. */
  privateKey: string;
}

const standardTimeoutMs = 10_000;
/** Apple rejects tokens older than an hour, and clients that renew them every few minutes. */
const tokenMs = 40 * 60_000;
/** Also of one that was signed while the clock was wrong. */
const tokenReasons: readonly string[] = ['ExpiredProviderToken', 'InvalidProviderToken'];
const idleMs = 5 * 60_000;
/** Reasons that mean that the device token is invalid. */
const deadReasons = ['BadDeviceToken', 'Unregistered', 'ExpiredToken', 'DeviceTokenNotForTopic'];
const largestReason = 4096;

interface Response {
  status: number;
  reason: string;
}

export class ApnsSender {
  readonly #account: ApnsAccount;
  readonly #timeoutMs: number;
  #token: { text: Promise<string>; until: number } | undefined;
  #session: ClientHttp2Session | undefined;

  constructor(account: ApnsAccount, timeoutMs = standardTimeoutMs) {
    this.#account = account;
    this.#timeoutMs = timeoutMs;
  }

  async send(
    { token, appId = '' }: AppToken,
    { keyId, encrypted, isSilent }: DevicePush,
  ): Promise<SendOutcome> {
    const body = { aps: makeAps(isSilent), push_key_id: keyId, encrypted_data: encrypted };
    const providerToken = this.#providerToken();
    const headers = {
      ':method': 'POST',
      ':path': `/3/device/${token}`,
      authorization: `bearer ${await providerToken}`,
      'apns-topic': appId,
      'apns-priority': isSilent ? '5' : '10',
      'apns-push-type': isSilent ? 'background' : 'alert',
    };
    try {
      const { status, reason } = await this.#request(headers, JSON.stringify(body));
      if (status === 200) return 'delivered';
      if (status === 410 || deadReasons.includes(reason)) return 'dead';
      // Only the first of several requests with the token replaces it.
      if (tokenReasons.includes(reason) && this.#token?.text === providerToken) this.#token = undefined;
      const isPassing = status === 429 || status >= 500 || reason === 'ExpiredProviderToken';
      const words = conceal(reason, [token, await providerToken]);
      return { error: `Apple responded with status ${status} ${words}`.trim(), isPassing };
    } catch (error) {
      return { error: errorMessage(error), isPassing: true };
    }
  }

  /** Sends to no device, of which Apple complains only after it has accepted the key. @returns an error for the operator */
  async check(): Promise<string | undefined> {
    const nothing = { kind: 'apns', tokenId: '', keyId: 0, encrypted: '', isSilent: true } as const;
    const outcome = await this.send({ token: '0' }, nothing);
    this.#session?.close();
    if (typeof outcome === 'string') return undefined;
    return outcome.isPassing || / 40[1345](?: |$)/.test(outcome.error) ? outcome.error : undefined;
  }

  /** Shared by requests that start at the same time: Apple rejects senders that change their token often. */
  #providerToken(): Promise<string> {
    const now = Date.now();
    if (!this.#token || this.#token.until <= now)
      this.#token = { text: this.#signToken(), until: now + tokenMs };
    return this.#token.text;
  }

  async #signToken(): Promise<string> {
    const { keyId, teamId, privateKey } = this.#account;
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setIssuedAt()
      .sign(await importPKCS8(privateKey, 'ES256'));
  }

  /** Ends after a time and a size, whatever Apple sends. */
  #request(headers: Record<string, string>, body: string): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const session = this.#connect();
    const request = session.request(headers);
    let status = 0;
    let text = '';
    // Limits the whole exchange: one that never becomes silent would not end otherwise.
    const clock = setTimeout(() => {
      request.close(constants.NGHTTP2_CANCEL);
      // Later requests need another connection: a dead one is only noticed by the system after a quarter of an hour.
      session.close();
      reject(new Error(`Apple did not respond within ${this.#timeoutMs / 1000} seconds.`));
    }, this.#timeoutMs);
    request
      .setEncoding('utf8')
      .on('response', (received: IncomingHttpHeaders) => (status = Number(received[':status'])))
      .on('data', (chunk: string) => {
        text += chunk.slice(0, largestReason);
        if (text.length <= largestReason) return;
        request.close(constants.NGHTTP2_CANCEL);
        resolve({ status, reason: '' });
      })
      .on('end', () => {
        // A stream that is reset or lost also ends.
        if (status > 0) resolve({ status, reason: reasonIn(text) });
      })
      .on('error', reject)
      .on('close', () => reject(new Error('Apple closed the connection without a response.')))
      .end(body);
    return promise.finally(() => clearTimeout(clock));
  }

  /** One connection for all requests, closed when idle. It does not keep the process running. */
  #connect(): ClientHttp2Session {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const session = connect(this.#account.url, { settings: { enablePush: false } });
    session.on('error', () => session.destroy()).setTimeout(idleMs, () => session.close());
    session.unref();
    this.#session = session;
    return session;
  }
}

function reasonIn(text: string): string {
  try {
    const { reason } = fieldsIn(parseForeignJson(text));
    return typeof reason === 'string' ? reason : '';
  } catch {
    return '';
  }
}

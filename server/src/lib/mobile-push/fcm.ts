/** Google's push service: the HTTP v1 API of Firebase Cloud Messaging, authenticated as a service account. */
import { importPKCS8, SignJWT } from 'jose';
import { FetchRefused, guardedFetch, type GuardedRequest } from '../net/guarded-fetch.ts';
import type { FcmAccount } from './fcm-account.ts';
import type { AppToken, DevicePush, SendOutcome } from './service.ts';
import { valueAt } from '../json.ts';
import { fieldsIn } from '../objects.ts';
import { parseForeignJson } from '../json-depth.ts';

const scope = 'https://www.googleapis.com/auth/firebase.messaging';
// The operator has configured both addresses.
const anywhere = '0.0.0.0/0, ::/0';
/** An access token is renewed this long before it expires. */
const marginMs = 60_000;
/** Whatever Google says; it says an hour. */
const longestAccessSeconds = 24 * 3600;
/** As the value of a header. */
const accessTokens = /^[\x20-\x7e]{1,8192}$/;
const largestBytes = 64 * 1024;

export class FcmSender {
  readonly #account: FcmAccount;
  readonly #url: string;
  #access: { token: string; until: number } | undefined;

  /** @param url Base URL of the API, without a path. */
  constructor(account: FcmAccount, url: string) {
    this.#account = account;
    this.#url = url.replace(/\/$/, '');
  }

  async send({ token }: AppToken, { keyId, encrypted, isSilent }: DevicePush): Promise<SendOutcome> {
    const message = {
      token,
      data: { push_key_id: String(keyId), encrypted_data: encrypted },
      android: { priority: isSilent ? 'NORMAL' : 'HIGH' },
    };
    try {
      const access = await this.#accessToken();
      const { status, text } = await post(`${this.#url}/v1/projects/${this.#account.project}/messages:send`, {
        headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message }),
      });
      if (status === 200) return 'delivered';
      if (isUnregistered(text)) return 'dead';
      if (status === 401) this.#access = undefined;
      const isPassing = status === 401 || status === 429 || status >= 500;
      return { error: `Firebase responded with status ${status}.`, isPassing };
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error;
      return { error: error.message, isPassing: error.isPassing };
    }
  }

  /** Signs in. @returns an error for the operator */
  async check(): Promise<string | undefined> {
    try {
      await this.#accessToken();
      return undefined;
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error;
      return error.message;
    }
  }

  /** @throws FetchRefused */
  async #accessToken(): Promise<string> {
    const now = Date.now();
    if (this.#access && this.#access.until > now) return this.#access.token;
    const { email, privateKey, tokenUrl } = this.#account;
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(email)
      .setAudience(tokenUrl)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await importPKCS8(privateKey, 'RS256'));
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
    const { status, text } = await post(tokenUrl, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(grant).toString(),
    });
    const { access_token: token, expires_in: seconds } = parse(text);
    if (status !== 200 || typeof token !== 'string' || !accessTokens.test(token))
      throw new FetchRefused(`The sign-in to Firebase failed with status ${status}.`, {
        isPassing: status === 429 || status >= 500,
      });
    const lifetime = typeof seconds === 'number' ? Math.min(seconds, longestAccessSeconds) : 0;
    this.#access = { token, until: now + lifetime * 1000 - marginMs };
    return token;
  }
}

/** A status alone says nothing about the token: Google responds with 404 for a wrong project, and a proxy for any path. */
function isUnregistered(text: string): boolean {
  const details = valueAt(parse(text), 'error', 'details');
  return Array.isArray(details) && details.some((one) => fieldsIn(one).errorCode === 'UNREGISTERED');
}

const post = (url: string, asked: Pick<GuardedRequest, 'headers' | 'body'>) =>
  guardedFetch(url, { method: 'POST', ...asked, reachable: anywhere, largestBytes, mostRedirects: 0 });

function parse(text: string): Record<string, unknown> {
  try {
    return fieldsIn(parseForeignJson(text));
  } catch {
    return {};
  }
}

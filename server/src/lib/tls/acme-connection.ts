/** Signed requests to a certificate authority (ACME, RFC 8555, section 6). */
import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import '../net/interim-responses.ts';
import { heddleVersion } from '../version.ts';
import { AcmeError } from './acme-error.ts';
import { hasFields } from '../objects.ts';
import { errorCode, errorMessage } from '../thrown.ts';
import { parseForeignJson } from '../json-depth.ts';

const timeoutMs = 20_000;
const mostBytes = 256 * 1024;
/** An authority may reject a nonce and return a new one. */
const mostNonces = 8;

export interface Directory {
  newNonce: string;
  newAccount: string;
  newOrder: string;
}

export interface AcmeResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const base64url = (data: string | Buffer): string => Buffer.from(data).toString('base64url');

export class AcmeConnection {
  readonly #ca: string | undefined;
  readonly #key: KeyObject;
  readonly #signal: AbortSignal;
  readonly directory: Directory;
  /** The account's URL; if absent, the key itself is sent. */
  account: string | undefined;
  #nonce: string | undefined;

  private constructor(key: KeyObject, ca: string | undefined, signal: AbortSignal, directory: Directory) {
    this.#key = key;
    this.#ca = ca;
    this.#signal = signal;
    this.directory = directory;
  }

  /**
   * @param key The account's key, on the curve P-256.
   * @param ca Additional trusted authorities (PEM) for the connection.
   */
  static async open(
    url: string,
    key: KeyObject,
    ca: string | undefined,
    signal: AbortSignal,
  ): Promise<AcmeConnection> {
    const response = await exchange('GET', url, { ca, signal });
    if (response.status !== 200) throw failure(response, url);
    const { newNonce, newAccount, newOrder } = parse(response, url);
    if (typeof newNonce !== 'string' || typeof newAccount !== 'string' || typeof newOrder !== 'string')
      throw new AcmeError(`${url} is not the directory of an ACME server. Check acme_directory.`);
    return new AcmeConnection(key, ca, signal, { newNonce, newAccount, newOrder });
  }

  /** The part of a challenge's response after its token. */
  get thumbprint(): string {
    const { crv, kty, x, y } = this.#jwk();
    return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  }

  /** @param payload `undefined` for POST-as-GET. @throws AcmeError */
  async post(url: string, payload?: object, accept = 'application/json'): Promise<AcmeResponse> {
    for (let nonces = 1; ; nonces++) {
      const body = this.#signed(url, payload, this.#nonce ?? (await this.#newNonce()));
      this.#nonce = undefined;
      const response = await exchange('POST', url, { body, accept, ca: this.#ca, signal: this.#signal });
      this.#noteNonce(response);
      if (response.status < 400) return response;
      const error = failure(response, url);
      if (error.type !== 'badNonce' || nonces === mostNonces) throw error;
    }
  }

  async postJson(
    url: string,
    payload?: object,
  ): Promise<{ json: Record<string, unknown>; headers: IncomingHttpHeaders }> {
    const response = await this.post(url, payload);
    return { json: parse(response, url), headers: response.headers };
  }

  async #newNonce(): Promise<string> {
    const url = this.directory.newNonce;
    const response = await exchange('HEAD', url, { ca: this.#ca, signal: this.#signal });
    this.#noteNonce(response);
    if (this.#nonce === undefined) throw new AcmeError(`${url} gave no nonce (status ${response.status}).`);
    return this.#nonce;
  }

  #noteNonce({ headers }: AcmeResponse): void {
    const nonce = headers['replay-nonce'];
    if (typeof nonce === 'string') this.#nonce = nonce;
  }

  #signed(url: string, payload: object | undefined, nonce: string): string {
    const who = this.account === undefined ? { jwk: this.#jwk() } : { kid: this.account };
    const head = base64url(JSON.stringify({ alg: 'ES256', nonce, url, ...who }));
    const body = payload === undefined ? '' : base64url(JSON.stringify(payload));
    const key = { key: this.#key, dsaEncoding: 'ieee-p1363' } as const;
    const signature = base64url(sign('sha256', Buffer.from(`${head}.${body}`), key));
    return JSON.stringify({ protected: head, payload: body, signature });
  }

  #jwk() {
    return createPublicKey(this.#key).export({ format: 'jwk' });
  }
}

interface Exchange {
  body?: string;
  accept?: string;
  ca: string | undefined;
  signal: AbortSignal;
}

/** Limited in time and size; redirects are not followed. */
function exchange(
  method: string,
  url: string,
  { body, accept, ca, signal }: Exchange,
): Promise<AcmeResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<AcmeResponse>();
  const host = URL.canParse(url) ? new URL(url) : undefined;
  if (host?.protocol !== 'https:')
    throw new AcmeError(`The authority names ${url.slice(0, 200)}, which is not an https:// URL.`);
  const failed = (error: unknown) => {
    reject(new AcmeError(`${host.host} cannot be reached: ${errorCode(error) ?? errorMessage(error)}.`));
  };
  const headers = {
    'user-agent': `heddle/${heddleVersion}`,
    ...(accept === undefined ? {} : { accept }),
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/jose+json', 'content-length': Buffer.byteLength(body) }),
  };
  const limits = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const sent = request(host, {
    method,
    headers,
    agent: false,
    signal: limits,
    ...(ca === undefined ? {} : { ca }),
  });
  sent.once('error', failed);
  sent.once('response', (response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if ((size += chunk.length) > mostBytes) sent.destroy(new Error('the response is too large'));
    });
    response.once('error', failed);
    response.once('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: Buffer.concat(chunks).toString('utf8'),
      }),
    );
  });
  sent.end(body);
  return promise;
}

function parse({ text }: AcmeResponse, url: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parseForeignJson(text);
    if (hasFields(value)) return value;
  } catch {
    // Throws below.
  }
  throw new AcmeError(`${url} did not send JSON. Check acme_directory.`);
}

function failure({ status, headers, text }: AcmeResponse, url: string): AcmeError {
  let problem: unknown;
  try {
    problem = parseForeignJson(text);
  } catch {
    problem = undefined;
  }
  return AcmeError.of(problem, `${url} responds with status ${status}.`, retryAfter(headers));
}

/** @returns milliseconds; 0 if the header is absent */
export function retryAfter(headers: IncomingHttpHeaders, now = Date.now()): number {
  const value = headers['retry-after'] ?? '';
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : 0;
}

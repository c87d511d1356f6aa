/**
 * HTTP requests to URLs chosen by users. A name is resolved once, and the connection uses an address that was
 * checked; every redirect is a new request under the same rules; time and size are bounded, and nothing is decompressed.
 */
import { lookup, type LookupAddress } from 'node:dns';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { heddleVersion } from '../version.ts';
import './interim-responses.ts';
import { addressGuard } from './addresses.ts';
import { errorCode, errorMessage } from '../thrown.ts';

export interface GuardedRequest {
  method: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Addresses and networks that may be called although they are not public. */
  reachable?: string | undefined;
  /** Timeout of the whole exchange, including redirects. */
  timeoutMs?: number;
  largestBytes?: number;
  /** 0: a redirect is returned as a response. */
  mostRedirects?: number;
}

export interface GuardedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** The beginning of a body. */
export interface GuardedBytes {
  status: number;
  headers: IncomingHttpHeaders;
  /** The URL after redirects. */
  url: string;
  body: Buffer;
}

/** The request failed or exceeded a limit. The message is for people. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused';
  /** A retry may succeed. */
  readonly isPassing: boolean;
  /** Node's error code, `PRIVATE` for an address that is not public, or `TIMEOUT`; '' if another limit was exceeded. */
  readonly code: string;

  constructor(
    message: string,
    { isPassing = false, code = '' }: { isPassing?: boolean; code?: string | undefined } = {},
  ) {
    super(message);
    this.isPassing = isPassing;
    this.code = code;
  }
}

const standardTimeoutMs = 10_000;
const standardBytes = 1024 * 1024;
const usualRedirects = 3;

/** Whether a text is a URL that can be called, for any host. */
export function isCallable(text: string): boolean {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  return url.hostname !== '' && url.username === '' && url.password === '';
}

/** @throws FetchRefused */
export async function guardedFetch(address: string, asked: GuardedRequest): Promise<GuardedResponse> {
  const { timeoutMs = standardTimeoutMs, largestBytes = standardBytes } = asked;
  const signal = AbortSignal.timeout(timeoutMs);
  return refusing(timeoutMs, signal, async () => {
    const { response } = await follow(address, asked, signal);
    const text = await getText(response, largestBytes);
    return { status: response.statusCode ?? 0, headers: response.headers, text };
  });
}

/**
 * Reads a body up to `largestBytes`; then the connection is closed.
 * @param isWanted Decides on the response's head whether to read the body; otherwise it is empty.
 * @throws FetchRefused
 */
export async function guardedRead(
  address: string,
  asked: GuardedRequest,
  isWanted: (response: IncomingMessage) => boolean,
): Promise<GuardedBytes> {
  const { timeoutMs = standardTimeoutMs, largestBytes = standardBytes } = asked;
  const signal = AbortSignal.timeout(timeoutMs);
  return refusing(timeoutMs, signal, async () => {
    const { response, url } = await follow(address, asked, signal);
    const body = isWanted(response) ? await getBeginning(response, largestBytes) : Buffer.alloc(0);
    response.destroy();
    return { status: response.statusCode ?? 0, headers: response.headers, url, body };
  });
}

/**
 * Returns the response's head; the caller has to read and limit the body. The timeout is for the head.
 * @throws FetchRefused
 */
export async function guardedOpen(address: string, asked: GuardedRequest): Promise<IncomingMessage> {
  const { timeoutMs = standardTimeoutMs } = asked;
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), timeoutMs);
  const opened = refusing(timeoutMs, ending.signal, () => follow(address, asked, ending.signal));
  return opened.then(({ response }) => response).finally(() => clearTimeout(timer));
}

async function refusing<T>(timeoutMs: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted)
      throw new FetchRefused(`It took longer than ${timeoutMs / 1000} seconds.`, {
        isPassing: true,
        code: 'TIMEOUT',
      });
    if (error instanceof FetchRefused) throw error;
    throw new FetchRefused(getReason(error), {
      isPassing: true,
      code: errorCode(error),
    });
  }
}

/** Follows redirects to the final response. */
async function follow(
  address: string,
  asked: GuardedRequest,
  signal: AbortSignal,
): Promise<{ response: IncomingMessage; url: string }> {
  const isOpen = addressGuard(asked.reachable);
  const { mostRedirects = usualRedirects } = asked;
  let current: Hop = { url: address, method: asked.method, body: asked.body };
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const response = await send(current, asked, isOpen, signal);
    const next = mostRedirects === 0 ? undefined : getRedirect(current, response);
    if (!next) return { response, url: current.url };
    response.destroy();
    current = next;
  }
  throw new FetchRefused(`It redirects more than ${mostRedirects} times.`);
}

interface Hop {
  url: string;
  method: 'GET' | 'POST';
  body: string | Buffer | undefined;
}

function send(
  { url: address, method, body }: Hop,
  asked: GuardedRequest,
  isOpen: (address: string) => boolean,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (!isCallable(address)) throw new FetchRefused('Only http and https addresses are called.');
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isOpen(host)) throw closed();
  // Headers about the body are dropped together with it.
  const headers = method === asked.method ? asked.headers : {};
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const options: RequestOptions = {
    method,
    headers: {
      ...headers,
      ...length,
      'user-agent': `Heddle/${heddleVersion}`,
      'accept-encoding': 'identity',
    },
    // Connections are not reused, since each one is checked.
    agent: false,
    lookup: guardedLookup(asked.reachable),
    signal,
  };
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? requestHttps : requestHttp;
    start(url, options, resolve).on('error', reject).end(body);
  });
}

const closed = () => new FetchRefused('The address is not a public one.', { code: 'PRIVATE' });

/** @param reachable Addresses and networks that may be called although they are not public. */
export const isClosedAddress = (address: string, reachable: string | undefined): boolean =>
  !addressGuard(reachable)(address);

/**
 * A DNS lookup for connections to hosts chosen by users. A name with any address that may not be called is rejected.
 * @param reachable Addresses and networks that may be called although they are not public.
 */
export function guardedLookup(reachable: string | undefined): LookupFunction {
  const isOpen = addressGuard(reachable);
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      // On an error there are no addresses, contrary to the types.
      const [first] = error ? [] : found;
      if (error ?? !first) callback(error ?? new FetchRefused('The name has no address.'), '');
      else if (!found.every(({ address }) => isOpen(address))) callback(closed(), '');
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

/** Like browsers: only 307 and 308 repeat the body. */
function getRedirect(hop: Hop, { statusCode = 0, headers }: IncomingMessage): Hop | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined;
  const url = URL.parse(headers.location, hop.url)?.href;
  if (url === undefined) throw new FetchRefused('It redirects to what is no address.');
  return statusCode < 307 ? { url, method: 'GET', body: undefined } : { ...hop, url };
}

function refuseCompressed(response: IncomingMessage): void {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw breakingOff(response, 'The response is compressed.');
}

async function getBeginning(response: IncomingMessage, largestBytes: number): Promise<Buffer> {
  refuseCompressed(response);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const received: AsyncIterable<Buffer> = response;
  for await (const chunk of received) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= largestBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, largestBytes);
}

/** UTF-8; compressed responses are rejected, since their decompressed size is not bounded. */
async function getText(response: IncomingMessage, largestBytes: number): Promise<string> {
  refuseCompressed(response);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const received: AsyncIterable<Buffer> = response;
  for await (const chunk of received) {
    bytes += chunk.length;
    if (bytes > largestBytes) throw breakingOff(response, `The answer is larger than ${largestBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function breakingOff(response: IncomingMessage, why: string): FetchRefused {
  response.destroy();
  return new FetchRefused(why);
}

const getReason = (error: unknown): string => {
  const code = errorCode(error);
  return code === undefined ? errorMessage(error) : `The connection failed (${code}).`;
};

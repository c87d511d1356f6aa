/** Requests to the server: encodes parameters, decodes JSON, types failures. Knows no endpoints. */
import type { ErrorCode } from '../../../wire/errors.ts';
import type { KeyedError } from '../../../wire/errors/catalogue.ts';

export type ApiFailure =
  /** No response: no connection, or a timeout. */
  | { kind: 'unreachable' }
  /**
   * A transient failure: the server is overloaded or starting, or a proxy responds for it. With a reason from
   * `storageFaults`, it could not store anything.
   */
  | { kind: 'unavailable'; status: number; retryAfterMs?: number; reason?: string }
  | {
      kind: 'refused';
      status: number;
      code: ErrorCode;
      /** In English. */
      message: string;
      /** Key and values for the translation. */
      error?: KeyedError;
      data: Record<string, unknown>;
    };

export class ApiError extends Error {
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure) {
    super(failure.kind === 'refused' ? failure.message : failure.kind);
    this.name = 'ApiError';
    this.failure = failure;
  }
}

/** Strings are sent as they are, other values as JSON; undefined ones are left out. */
export type Params = Readonly<Record<string, unknown>>;

type RequestOptions = {
  timeoutMs?: number;
  signal?: AbortSignal;
  /** The request continues when the page is closed. */
  keepalive?: boolean;
  /** Disables the retry of a GET whose connection failed. */
  isOnce?: boolean;
  /** Nobody waits for it: it fails at once while little is left of the rate limit. */
  isOptional?: boolean;
  /** Called with the response text as received. */
  onText?: (text: string) => void;
};

type FileOptions = RequestOptions & { method?: 'POST' | 'PATCH' };

/** GET requests are retried once if the connection fails. */
export type Api = {
  get<Body>(path: string, params?: Params, options?: RequestOptions): Promise<Body>;
  /** Returns a file as text. */
  getText(path: string, params?: Params, options?: RequestOptions): Promise<string>;
  post<Body = unknown>(path: string, params?: Params, options?: RequestOptions): Promise<Body>;
  patch<Body = unknown>(path: string, params?: Params, options?: RequestOptions): Promise<Body>;
  put<Body = unknown>(path: string, params?: Params, options?: RequestOptions): Promise<Body>;
  delete<Body = unknown>(path: string, params?: Params, options?: RequestOptions): Promise<Body>;
  /** Sends one file as the body, by POST unless the method is given. */
  sendFile<Body = unknown>(path: string, file: File, options?: FileOptions): Promise<Body>;
};

const prefix = '/api/v1';
const defaultTimeoutMs = 30_000;
const fileTimeoutMs = 300_000;
/** Pause before the retry of a GET: on a bad line, one lost request is rarely followed by another. */
const readAgainAfterMs = 700;
/** A GET that took longer to fail is not retried. */
const quickFailureMs = 5000;
const headers = { 'X-Heddle-Client': 'web' };

/**
 * All methods reject with `ApiError`.
 * @param onHeaders called with the headers of every response, whatever its status
 */
export function createApi(send: typeof globalThis.fetch, onHeaders?: (headers: Headers) => void): Api {
  const budget = new Budget();
  const fetch: typeof globalThis.fetch = async (...request) => {
    const response = await send(...request);
    budget.note(response.headers);
    onHeaders?.(response.headers);
    return response;
  };
  const ask = async (
    name: string,
    path: string,
    params: Params,
    options: RequestOptions,
  ): Promise<ReceivedResponse> => {
    if (options.isOptional === true && !budget.hasRoom)
      throw new ApiError({ kind: 'unavailable', status: 429 });
    const fields = encode(params);
    const inUrl = name === 'GET' && fields.size > 0;
    const request = () =>
      attempt(fetch, prefix + path + (inUrl ? `?${fields.toString()}` : ''), {
        method: name,
        credentials: 'same-origin',
        headers,
        ...(name === 'GET' ? {} : { body: fields }),
        signal: deadline(options),
        keepalive: options.keepalive ?? false,
      });
    return name === 'GET' && options.isOnce !== true ? readTwice(request, options) : request();
  };
  const method =
    (name: string) =>
    async <Body>(path: string, params: Params = {}, options: RequestOptions = {}): Promise<Body> => {
      const response = await ask(name, path, params, options);
      options.onText?.(response.text);
      // Tests check every response of the server against its schema, which the page does not load.
      return (await read(response)) as Body;
    };
  return {
    get: method('GET'),
    async getText(path, params = {}, options = {}) {
      const received = await ask('GET', path, params, { timeoutMs: fileTimeoutMs, ...options });
      if (!received.response.ok) await read(received);
      return received.text;
    },
    post: method('POST'),
    patch: method('PATCH'),
    put: method('PUT'),
    delete: method('DELETE'),
    async sendFile<Body>(path: string, file: File, options: FileOptions = {}): Promise<Body> {
      const body = new FormData();
      body.set('file', file);
      const signal = deadline({ timeoutMs: fileTimeoutMs, ...options });
      const { method: verb = 'POST' } = options;
      const init = { method: verb, credentials: 'same-origin', headers, body, signal } as const;
      // As in `method`.
      return (await read(await attempt(fetch, prefix + path, init))) as Body;
    },
  };
}

function encode(params: Params): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) fields.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return fields;
}

function deadline({ timeoutMs = defaultTimeoutMs, signal }: RequestOptions): AbortSignal {
  const late = AbortSignal.timeout(timeoutMs);
  return signal === undefined ? late : AbortSignal.any([late, signal]);
}

async function readTwice(
  request: () => Promise<ReceivedResponse>,
  { signal }: RequestOptions,
): Promise<ReceivedResponse> {
  const begun = performance.now();
  try {
    return await request();
  } catch (error) {
    if (performance.now() - begun > quickFailureMs) throw error;
    await new Promise((resolve) => setTimeout(resolve, readAgainAfterMs));
    if (signal?.aborted === true) throw error;
    return request();
  }
}

type ReceivedResponse = { response: Response; text: string; body: unknown };

async function attempt(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
): Promise<ReceivedResponse> {
  try {
    const response = await fetch(url, init);
    const text = await response.text();
    return { response, text, body: parse(text) };
  } catch {
    throw new ApiError({ kind: 'unreachable' });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Refusal = { result: 'error'; msg: string; code: ErrorCode; error?: KeyedError };

async function read({ response, body }: ReceivedResponse): Promise<unknown> {
  if (response.ok && typeof body === 'object') return body;
  const { status } = response;
  if (isRefusal(body) && status < 500 && status !== 429) {
    const { msg, code, error, ...data } = body;
    const keyed = error === undefined ? {} : { error };
    throw new ApiError({ kind: 'refused', status, code, message: msg, ...keyed, data });
  }
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retry = Number.isFinite(seconds) ? { retryAfterMs: seconds * 1000 } : {};
  throw new ApiError({ kind: 'unavailable', status, ...retry, ...getReason(body) });
}

const isRefusal = (body: unknown): body is Refusal =>
  typeof body === 'object' && body !== null && 'msg' in body && 'code' in body;

const getReason = (body: unknown): { reason?: string } =>
  isRefusal(body) && 'reason' in body && typeof body.reason === 'string' ? { reason: body.reason } : {};

/** Turns an error of a request into a failure. Other errors are defects and are thrown again. */
export function getFailure(error: unknown): ApiFailure {
  if (error instanceof ApiError) return error.failure;
  throw error;
}

// What is left of the server's limit of requests, which all pages and apps of an account share.

/** This part of the limit is left to requests that a person waits for. */
const reserve = 0.4;
/** The period of the limit. What is known is as old as the last response. */
const periodMs = 60_000;

export class Budget {
  #part = 1;
  #notedAt = -Infinity;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @param headers Of a response; those of requests that do not count have nothing to note. */
  note(headers: Headers): void {
    const limit = Number(headers.get('x-ratelimit-limit') ?? Number.NaN);
    const remaining = Number(headers.get('x-ratelimit-remaining') ?? Number.NaN);
    if (!(limit > 0) || Number.isNaN(remaining)) return;
    this.#part = remaining / limit;
    this.#notedAt = this.#now();
  }

  /** Whether there is room for a request that nobody waits for. */
  get hasRoom(): boolean {
    return this.#part > reserve || this.#now() - this.#notedAt >= periodMs;
  }
}

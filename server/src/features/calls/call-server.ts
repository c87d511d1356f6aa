/**
 * Requests to call providers. The configured host may be in a private network; any other host must be public or in
 * `reachable_networks`. Redirects are not followed, since they could send secrets elsewhere.
 */
import type { AppContext } from '../../core/context/index.ts';
import { apiError } from '../../lib/errors.ts';
import { valueAt } from '../../lib/json.ts';
import { FetchRefused, guardedFetch } from '../../lib/net/guarded-fetch.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';

export interface CallServer {
  /** Display name. */
  name: string;
  /** The configured URL. */
  url: string;
}

interface CallRequest {
  method: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  form?: Readonly<Record<string, string>>;
}

export interface CallResponse {
  status: number;
  text: string;
  /** Undefined if the body is not JSON. */
  json: unknown;
}

const anywhere = '0.0.0.0/0, ::/0';
const timeoutMs = 8000;
const largestBytes = 256 * 1024;

/** @throws FetchRefused */
export async function askCallServer(
  { config }: Pick<AppContext, 'config'>,
  server: CallServer,
  address: string,
  { method, headers = {}, json, form }: CallRequest,
): Promise<CallResponse> {
  const isOwn = new URL(address).host === new URL(server.url).host;
  const { status, text } = await guardedFetch(address, {
    method,
    headers: { accept: 'application/json', ...headers, ...contentType(json, form) },
    ...(method === 'POST'
      ? { body: form ? new URLSearchParams(form).toString() : JSON.stringify(json ?? {}) }
      : {}),
    reachable: isOwn ? anywhere : config.reachableNetworks,
    timeoutMs,
    largestBytes,
    mostRedirects: 0,
  });
  return { status, text, json: parsed(text) };
}

const contentType = (json: unknown, form: object | undefined): Record<string, string> => {
  if (form) return { 'content-type': 'application/x-www-form-urlencoded' };
  return json === undefined ? {} : { 'content-type': 'application/json' };
};

function parsed(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return undefined;
  }
}

/** Logs the reason; the client gets an error without it. */
export function callFailed({ log }: Pick<AppContext, 'log'>, server: CallServer, why: unknown) {
  log.warn(
    { ...(why instanceof Error ? { err: why } : { response: why }), provider: server.name },
    'a call was not created',
  );
  return apiError('calls.failed', { provider: server.name });
}

/** Logs the reason, and includes it in the error, as clients expect for some providers. */
export function callServerUnreachable({ log }: Pick<AppContext, 'log'>, { name }: CallServer, why: unknown) {
  log.warn(
    { ...(why instanceof Error ? { err: why } : { response: why }), provider: name },
    'a call was not created',
  );
  const status = valueAt(why, 'status');
  const reason =
    why instanceof FetchRefused ? why.message : `HTTP ${typeof status === 'number' ? status : 0}`;
  return apiError('calls.unreachable', { provider: name, reason });
}

export const isOk = ({ status }: CallResponse): boolean => status >= 200 && status < 300;

/** An address that users are redirected to: only HTTP and HTTPS. */
export function webUrl(text: string | undefined): string | undefined {
  const url = URL.parse(text ?? '');
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined;
}

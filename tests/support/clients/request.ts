/** Requests of the tests to a server on this machine, in a third of the processor time that `fetch` takes. */
import http, { type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

const agent = new http.Agent({ keepAlive: true });
const simple: ReadonlySet<string> = new Set(['method', 'headers', 'body', 'signal']);
const form = 'application/x-www-form-urlencoded;charset=UTF-8';

export interface HttpResponse {
  status: number;
  readonly headers: Headers;
  text: string;
}

interface Request {
  method: string;
  headers: Headers;
  body?: Exclude<RequestInit['body'], undefined>;
  signal?: AbortSignal | null;
}

/** As `fetch` makes it, whose work is left to it where it is more than headers and a text. */
export async function request(url: string, init: Request): Promise<HttpResponse> {
  const { body = null } = init;
  const isText = body === null || typeof body === 'string' || body instanceof URLSearchParams;
  if (!isText || !url.startsWith('http:') || Object.keys(init).some((key) => !simple.has(key)))
    return fetched(url, init);
  const response = await send(url, init, body === null ? undefined : Buffer.from(String(body)));
  if (response.headers.location !== undefined && String(response.statusCode).startsWith('3')) {
    response.resume();
    return fetched(url, init);
  }
  const content = await text(response);
  return {
    status: response.statusCode ?? 0,
    text: content,
    // Most tests look at none of them.
    get headers() {
      return readHeaders(response);
    },
  };
}

async function fetched(url: string, init: Request): Promise<HttpResponse> {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function send(url: string, init: Request, body: Buffer | undefined): Promise<IncomingMessage> {
  const { method, signal } = init;
  const headers: Record<string, string> = { accept: '*/*', ...Object.fromEntries(init.headers) };
  if (body !== undefined)
    headers['content-type'] ??= init.body instanceof URLSearchParams ? form : 'text/plain;charset=UTF-8';
  if (body !== undefined) headers['content-length'] = String(body.length);
  return new Promise((resolve, reject) => {
    const sent = http.request(url, { method, headers, agent, ...(signal ? { signal } : {}) }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

function readHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  return headers;
}

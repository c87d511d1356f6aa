/** Detects the first visit of a browser, and creates its page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { compress } from '../../http/response/compress.ts';
import type { BuiltFile, BuiltFiles } from '../built-files.ts';
import { firstPage, readShell, type Shell } from './first-page.ts';
import { findFirstPlace } from './first-place.ts';
import { parseStored } from '../../lib/json.ts';

/** Set by the client while it has an offline cache, with which it does not need a new registration. */
const keptCookie = /(?:^|; )heddle_kept=/;

/** After this time the plain page is sent, whose script registers itself. */
const timeoutMs = 10_000;

export class FirstVisits {
  readonly #fastify: FastifyInstance;
  readonly #files: BuiltFiles;
  #shell: { of: BuiltFile; shell: Shell | undefined } | undefined;

  constructor(fastify: FastifyInstance, files: BuiltFiles) {
    this.#fastify = fastify;
    this.#files = files;
  }

  /**
   * The page, with the hash of its style for the policy; undefined if the plain page must be sent.
   * @param index the page of the build
   */
  async page(index: BuiltFile, userId: number, request: FastifyRequest): Promise<FirstVisit | undefined> {
    const shell = this.#readShell(index);
    if (shell === undefined || !isFirstVisit(request)) return undefined;
    const { params, pageSize } = shell.registration;
    const place = findFirstPlace(request.url.replace(/\?.*$/, ''), pageSize);
    const text = await within(
      timeoutMs,
      this.#register(request, { ...params, heddle_messages: place?.messages }),
    );
    if (text === undefined) return undefined;
    const state = parseStored<RegisterResponse>(text);
    if (state.user_id !== userId) return undefined;
    return { html: firstPage(shell, place, state, text), styleHash: shell.styleHash };
  }

  #readShell(index: BuiltFile): Shell | undefined {
    if (this.#shell?.of !== index) this.#shell = { of: index, shell: readShell(this.#files, index) };
    return this.#shell.shell;
  }

  /** Calls the API as the script would, with the same credentials, limits and log. */
  async #register(request: FastifyRequest, params: object): Promise<string | undefined> {
    const fields = Object.entries<unknown>({ ...params }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    );
    const passed = passedOn.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const { statusCode, body } = await this.#fastify.inject({
      method: 'POST',
      url: '/api/v1/register',
      headers: { ...Object.fromEntries(passed), ...ofScript },
      payload: new URLSearchParams(fields).toString(),
      remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
    });
    return statusCode === 200 ? body : undefined;
  }
}

export interface FirstVisit {
  html: string;
  styleHash: string;
}

/** Headers that identify the client and the trace; no others are passed on. */
const passedOn = [
  'cookie',
  'host',
  'user-agent',
  'accept-language',
  'x-request-id',
  'traceparent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
] as const;

const ofScript = { 'content-type': 'application/x-www-form-urlencoded', 'x-heddle-client': 'web' };

/** False for service workers, frames and speculative prefetches. */
function isFirstVisit({ headers, method }: FastifyRequest): boolean {
  const destination = headers['sec-fetch-dest'] ?? 'document';
  const isGuess = headers['sec-purpose'] !== undefined || headers.purpose !== undefined;
  return method === 'GET' && destination === 'document' && !isGuess && !keptCookie.test(headers.cookie ?? '');
}

function within<T>(ms: number, result: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    const end = (value: T | undefined) => {
      clearTimeout(timer);
      resolve(value);
    };
    // After an error the plain page is sent, and its script reports the error.
    result.then(end, () => end(undefined));
  });
}

export async function sendFirstPage(
  page: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body, encoding } = await compress(page, request.headers['accept-encoding']);
  if (encoding) void reply.header('content-encoding', encoding);
  const vary = [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ');
  return reply.header('vary', vary).header('content-type', 'text/html; charset=utf-8').send(body);
}

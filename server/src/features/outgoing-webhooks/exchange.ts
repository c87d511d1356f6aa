/** One request to the URL of a bot, and its result. */
import type { AppContext } from '../../core/context/index.ts';
import { FetchRefused, guardedFetch } from '../../lib/net/guarded-fetch.ts';
import { type Body, Unreadable } from './serialize-call.ts';

/** A temporary failure: a retry may succeed. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** Whether `post` or `replyIn` threw it. The message is shown to people. */
export const isCallFailure = (error: unknown): error is Error =>
  [Unavailable, Unreadable, FetchRefused].some((kind) => error instanceof kind);

export interface Exchange {
  /** Milliseconds since 1970. */
  sentAt: number;
  ms: number;
  /** null until a response arrives. */
  status: number | null;
  /** The beginning of the response. */
  response: string | null;
  /** Why it failed, for people. */
  error: string | null;
}

export const newExchange = (sentAt: number): Exchange => ({
  sentAt,
  ms: 0,
  status: null,
  response: null,
  error: null,
});

/** @returns the response's text @throws Unavailable, Unreadable, FetchRefused */
export async function post(
  { config }: Pick<AppContext, 'config'>,
  url: string,
  { contentType, text: body }: Body,
  exchange: Exchange,
  timeoutMs?: number,
): Promise<string> {
  const headers = { 'content-type': contentType };
  const request = { method: 'POST', headers, body, reachable: config.reachableNetworks } as const;
  const startedAt = performance.now();
  try {
    const { status, text } = await guardedFetch(url, {
      ...request,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    Object.assign(exchange, { status, response: text });
    if (status >= 500 || status === 429) throw new Unavailable(`It responded with status ${status}.`);
    if (status < 200 || status > 299) throw new Unreadable(`It responded with status ${status}.`);
    return text;
  } catch (error) {
    // An unreachable server is retried; a forbidden address is not.
    if (error instanceof FetchRefused && error.isPassing) throw new Unavailable(error.message);
    throw error;
  } finally {
    exchange.ms = Math.round(performance.now() - startedAt);
  }
}

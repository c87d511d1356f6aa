/** Rate limits, with the response headers for clients. */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import type { UseLimit } from '../core/limits/index.ts';
import { spectatorBudget } from '../core/spectators/index.ts';
import type { Clock } from '../lib/clock.ts';
import { limitedNetwork } from '../lib/net/networks.ts';
import { type ApiError, apiError } from '../lib/errors.ts';
import { RateLimiter, requestRules, type RateLimitResult } from '../lib/rate-limiter.ts';
import type { SignedInRoute, VisitedRoute } from './route.ts';

/** Limits of a body without its files. Each part of a multipart form is several streams, so that a thousand would hold the event loop. */
export const bodyLimits = { bytes: 2 * 1024 * 1024, fields: 1000, parts: 250 } as const;

/** Clients send a request after the response to the one before, or a few at a time. */
const mostUnanswered = 16;

/**
 * Closes connections with more requests than that. In one turn of the event loop the runtime reads up to two megabytes from a connection
 * and begins every request in them, thousands, before anyone else is served.
 */
export function limitUnanswered(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (count <= mostUnanswered) return done();
    reply.hijack();
    socket.destroy();
  });
}

/** Chunks of a body of a few bytes each, as no client sends them. */
const [mostSmallPieces, smallestPiece] = [1000, 16];

export const areTooSmall = (pieces: number, bytes: number): boolean =>
  pieces > mostSmallPieces && bytes < pieces * smallestPiece;

const streamed = /^\s*(?:multipart\/form-data|application\/offset\+octet-stream)/i;

/** Whether files are written while they arrive: a form counts its own pieces, and an upload in parts is not kept in memory. */
const isStreamed = ({ headers, largestFile }: FastifyRequest): boolean =>
  largestFile !== undefined && streamed.test(headers['content-type'] ?? '');

/** Closes connections that send such chunks in a body that is kept until it is complete: each takes hundreds of bytes of memory. */
export function limitPieces(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { headers, raw } = request;
    if (headers['transfer-encoding'] !== undefined && !isStreamed(request)) {
      let [pieces, bytes] = [0, 0];
      payload.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (areTooSmall(++pieces, bytes)) raw.destroy();
      });
    }
    done(null, payload);
  });
}

/** Requests without credentials are counted by address. */
const addressRules = [{ seconds: 60, count: 100 }];

export class RateLimits {
  readonly #clock: Clock;
  readonly #isOff: boolean;
  readonly #users = new RateLimiter(requestRules);
  readonly #addresses = new RateLimiter(addressRules);

  constructor({ clock, config }: Pick<AppContext, 'clock' | 'config'>) {
    this.#clock = clock;
    this.#isOff = config.rateLimits === 'off';
  }

  ofUser(route: SignedInRoute | VisitedRoute, userId: number, reply: FastifyReply): void {
    if (this.#isOff || 'rateLimit' in route) return;
    apply(this.#users.use(String(userId), performance.now()), this.#clock, reply);
  }

  ofAddress(ip: string, reply: FastifyReply): void {
    if (this.#isOff) return;
    apply(this.#addresses.use(limitedNetwork(ip), performance.now()), this.#clock, reply);
  }
}

/** Handles a spectator's API request within the shared budget of spectators. */
export async function withinBudget<T>(
  app: AppContext,
  ip: string,
  reply: FastifyReply,
  handle: () => Promise<T>,
): Promise<T> {
  const budget = spectatorBudget(app);
  const verdict = budget.count('api', ip, performance.now());
  if (verdict) setHeaders(verdict, app.clock, reply);
  budget.begin(performance.now());
  try {
    return await handle();
  } finally {
    budget.end(performance.now());
  }
}

/**
 * Runs a write that counts against limits. It is counted before the transaction, since nodes count in transactions of their own, and
 * refunded if the write fails.
 * @throws ApiError 429 above one of the limits
 */
export async function limitUses<Result>(
  { config }: AppContext,
  { limits, key }: { limits: readonly UseLimit[]; key: string },
  write: () => Promise<Result>,
): Promise<Result> {
  if (config.rateLimits === 'off') return write();
  const used: UseLimit[] = [];
  try {
    for (const limit of limits) {
      const { isAllowed, retryAfter } = await limit.use(key);
      if (!isAllowed) throw rateLimited(retryAfter);
      used.push(limit);
    }
    return await write();
  } catch (error) {
    // The reason of the refusal matters more than a use that cannot be refunded.
    for (const limit of used) await limit.refund(key).catch(() => undefined);
    throw error;
  }
}

function apply(verdict: RateLimitResult, clock: Clock, reply: FastifyReply): void {
  setHeaders(verdict, clock, reply);
  if (!verdict.isAllowed) throw rateLimited(verdict.retryAfter);
}

function setHeaders(verdict: RateLimitResult, clock: Clock, reply: FastifyReply): void {
  const now = clock.now() / 1000 - performance.now() / 1000;
  void reply
    .header('x-ratelimit-limit', verdict.limit)
    .header('x-ratelimit-remaining', verdict.remaining)
    .header('x-ratelimit-reset', Math.ceil(now + verdict.resetAt));
}

export function rateLimited(retryAfter: number): ApiError {
  return apiError('requests.rate-limit', {}, { 'retry-after': retryAfter });
}

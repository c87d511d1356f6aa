/**
 * Limits requests outside the API, most of which come without an account, by network. A route that declares nothing has the limit of
 * pages: there is none without a limit. The limits are above what an office behind one address does.
 */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../lib/config/config.ts';
import { limitedNetwork } from '../lib/net/networks.ts';
import { RateLimiter } from '../lib/rate-limiter.ts';
import { rateLimited } from './limits.ts';

/** Requests of one network in a minute. */
const perMinute = {
  /** Parses what others have sent before it knows who they are, makes requests elsewhere, or takes several milliseconds. */
  work: 120,
  page: 1200,
  /** A file, image or health check, of which a page may load hundreds. */
  cheap: 30_000,
} as const;

type PageLimit = keyof typeof perMinute;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit of a route outside the API; `api` has limits by user, and by address without one. */
    limit?: PageLimit | 'api';
  }
}

export function limitPages(
  fastify: FastifyInstance,
  { config }: { config: Pick<Config, 'rateLimits'> },
): void {
  if (config.rateLimits === 'off') return;
  const make = (limit: PageLimit) => new RateLimiter([{ seconds: 60, count: perMinute[limit] }]);
  const limiters: Readonly<Record<PageLimit, RateLimiter>> = {
    work: make('work'),
    page: make('page'),
    cheap: make('cheap'),
  };
  // Before the body is read.
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { limit = 'page' } = request.routeOptions.config;
    if (limit === 'api') return done();
    const verdict = limiters[limit].use(limitedNetwork(request.ip), performance.now());
    done(verdict.isAllowed ? undefined : rateLimited(verdict.retryAfter));
  });
}

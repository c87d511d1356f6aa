/**
 * Cross-origin access to the API for scripts of any web page, which authenticate with an API key. Credentials are never
 * allowed: a page of another origin can neither use a person's session cookie nor send the header that goes with it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../lib/config/config.ts';
import { refuseForeignPage } from '../core/sessions/index.ts';
import { prefix } from './operations.ts';

const apiUrl = /^\/+api\/+v1(?:[/?]|$)/;

/** How long browsers may cache the response to a preflight request, in seconds. */
const preflightMaxAge = 7200;

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, DELETE, PUT, PATCH, HEAD',
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, User-Agent, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset',
  'access-control-max-age': String(preflightMaxAge),
};

/** In addition to those that pages can always read. */
const exposedHeaders = [
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Location',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Offset',
].join(', ');

/** Runs before all other hooks, so that pages can read their refusals. */
export function allowOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    addCorsHeaders(request, reply);
    // Also for unknown paths: the page can then read the 404 of the actual request.
    if (isPreflight(request)) void reply.code(204).headers(preflightHeaders).send();
    else done();
  });
}

/** Called directly for responses that are sent without running hooks. */
export function addCorsHeaders({ url }: FastifyRequest, reply: FastifyReply): void {
  if (!apiUrl.test(url)) return;
  void reply
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', exposedHeaders);
}

/** In the API OPTIONS is only used for preflight requests, except for resumable uploads. */
const isPreflight = ({ method, url, headers, is404 }: FastifyRequest): boolean =>
  method === 'OPTIONS' &&
  apiUrl.test(url) &&
  (is404 || headers['access-control-request-method'] !== undefined);

// Protects against cross-site request forgery outside the API: forms are only accepted from pages of this server.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accepts POST requests that other sites make browsers send, and authenticates them by their content. */
    crossSite?: boolean;
  }
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Runs before the body is read. The API has its own checks: it is called by programs, and cookies are not sufficient there. */
export function refuseForeignForms(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url, config: declared } = request.routeOptions;
    const isPage = url !== undefined && !url.startsWith(`${prefix}/`);
    if (isPage && declared.crossSite !== true && !safeMethods.has(request.method))
      refuseForeignPage(config, request);
    done();
  });
}

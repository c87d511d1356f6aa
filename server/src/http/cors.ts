/**
 * Cross-origin access to the API for scripts of any web page, which authenticate with an API key. Credentials are never
 * allowed: a page of another origin can neither use a person's session cookie nor send the header that goes with it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const apiUrl = /^\/+api\/+v1(?:[/?]|$)/;

/** How long browsers may cache the response to a preflight request, in seconds. */
const preflightMaxAge = 7200;

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, DELETE, PUT, PATCH, HEAD',
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, User-Agent, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset',
  'access-control-max-age': String(preflightMaxAge),
};

/** Beyond those that any page can read. */
const exposedHeaders = [
  ...['Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  ...['Location', 'Tus-Resumable', 'Upload-Length', 'Upload-Offset'],
].join(', ');

/** Before every other hook, so that pages can read what any of them refuses. */
export function allowOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    addCorsHeaders(request, reply);
    // Also where nothing is: the page gets to read the 404 of the request that follows.
    if (isPreflight(request)) void reply.code(204).headers(preflightHeaders).send();
    else done();
  });
}

/** For responses that are sent without running hooks. */
export function addCorsHeaders({ url }: FastifyRequest, reply: FastifyReply): void {
  if (!apiUrl.test(url)) return;
  void reply
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', exposedHeaders);
}

/** OPTIONS asks for nothing else in the API, except of the endpoint for resumable uploads. */
const isPreflight = ({ method, url, headers, is404 }: FastifyRequest): boolean =>
  method === 'OPTIONS' &&
  apiUrl.test(url) &&
  (is404 || headers['access-control-request-method'] !== undefined);

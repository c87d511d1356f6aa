/** /mcp: the Model Context Protocol over streamable HTTP, without sessions. The protocol itself is loaded by the first request. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import { checkPolicy, organizationSettings } from '../../core/organization/index.ts';
import { authenticateByBearer } from '../../http/authentication.ts';
import { rateLimited } from '../../http/limits.ts';
import { respondToErrors } from '../../http/response/error-responses.ts';
import { getSite } from '../../http/site.ts';
import { apiError } from '../../lib/errors.ts';
import { isTooComplex, parseForeignJson } from '../../lib/json-depth.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';
import { currentRequest } from '../../lib/telemetry/current-request.ts';
import { makeCallApi } from './call-api.ts';
import type { Caller } from './tool.ts';

const path = '/mcp';
/** The longest message, with JSON escapes. */
const bodyLimit = 128 * 1024;
const deepest = 32;
/** Per key, since agents call in loops. */
const rules = [
  { seconds: 60, count: 120 },
  { seconds: 3600, count: 1200 },
];

export function mountMcp(fastify: FastifyInstance, app: AppContext): void {
  const limiter = new RateLimiter(rules);
  void fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit },
      (_request, text, parsed) => parsed(null, text),
    );
    scope.setErrorHandler((error, _request, reply) => {
      respondToErrors(app.log, error, reply, 'Bearer');
    });
    const callers = new WeakMap<FastifyRequest, Caller>();
    // Before the body is read, so that nothing is parsed for clients without a key.
    scope.addHook('onRequest', async (request) => {
      const caller = await identify(scope, app, request);
      if (app.config.rateLimits !== 'off') {
        const { isAllowed, retryAfter } = limiter.use(String(caller.me.key.id), performance.now());
        if (!isAllowed) throw rateLimited(retryAfter);
      }
      callers.set(request, caller);
    });
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: path,
      config: { callers: 'namedKey' },
      handler: (request, reply) =>
        currentRequest.run(request.current, () => respond(app, callers.get(request), request, reply)),
    });
    done();
  });
}

async function identify(fastify: FastifyInstance, app: AppContext, request: FastifyRequest): Promise<Caller> {
  const { orgId, origin } = getSite(app, request);
  const { me, apiKey } = await authenticateByBearer(app, request, orgId);
  checkPolicy('signedIn', me);
  if (!organizationSettings(me.cache).enable_mcp) throw apiError('mcp.turned-off');
  const userAgent = request.headers['user-agent'] ?? '';
  return { me, origin, userAgent, address: request.ip, api: makeCallApi(fastify, request, { me, apiKey }) };
}

async function respond(
  app: AppContext,
  caller: Caller | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!caller) throw apiError('authentication.required');
  const parsedBody = request.method === 'POST' ? parseBody(request.body) : undefined;
  const { serveMcp } = await import('./serve.ts');
  const abort = new AbortController();
  reply.raw.once('close', () => abort.abort());
  const response = await serveMcp(app, caller, {
    method: request.method,
    url: caller.origin + path,
    headers: request.headers,
    parsedBody,
    signal: abort.signal,
  });
  return reply.header('cache-control', 'no-store').send(response);
}

/** @throws ApiError 400, also for batches, which the protocol no longer has and which would bypass the rate limit */
function parseBody(text: unknown): unknown {
  if (typeof text !== 'string' || isTooComplex(text, deepest)) throw apiError('mcp.invalid-request');
  let body: unknown;
  try {
    body = parseForeignJson(text, deepest);
  } catch {
    throw apiError('mcp.invalid-request');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw apiError('mcp.invalid-request');
  return body;
}

/** The HTTP server: one route for the API, and routes for pages, files and unknown paths. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { ServerOptions } from 'node:https';
import type { AppContext } from '../core/context/index.ts';
import { getBrowser } from '../core/sessions/index.ts';
import { responseChecker } from './response/response-schemas.ts';
import { acceptForms } from './request/body.ts';
import { handleCall, type Edge } from './call.ts';
import { requireCallers } from './callers.ts';
import { addCorsHeaders, allowOtherOrigins, refuseForeignForms } from './cors.ts';
import { type ApiError, apiError } from '../lib/errors.ts';
import { bodyLimits, limitPieces, limitUnanswered, RateLimits } from './limits.ts';
import { limitPages } from './page-limits.ts';
import { addresses, Operations, prefix, type Operation } from './operations.ts';
import { applyMethodOverride } from './request/method-override.ts';
import { logRequests, getRequestId, getTraceParent, trustedPeers, type IsTrusted } from './request-log.ts';
import { takesDelivery, type ReceivedFile, type Route } from './route.ts';
import {
  respondToErrors,
  respondToUnknown,
  noSniffing,
  refuseMalformed,
} from './response/error-responses.ts';
import { UploadSlots } from './request/upload-slots.ts';
import { currentRequest, type CurrentRequest } from '../lib/telemetry/current-request.ts';
import { admit } from '../core/organization/index.ts';
import { authenticate } from './authentication.ts';
import { getSite } from './site.ts';
import { isIP } from 'node:net';

declare module 'fastify' {
  interface FastifyRequest {
    /** The requested API operation, if any. */
    operation: Operation | undefined;
    /** The operation whose policy decides whether a file in the body is stored. */
    forFiles: Operation | undefined;
    /** Maximum size of a file in the body, in bytes. */
    largestFile: number | undefined;
    files: readonly ReceivedFile[];
    /** What log, metrics and traces record; undefined before the first hook. */
    current: CurrentRequest | undefined;
    /** Set once the caller is authenticated. */
    userId: number | undefined;
  }
  interface FastifyContextConfig {
    /** `largestFile` for routes outside the API. */
    largestFile?: number;
  }
}

/** Adds routes outside the API: images, tables, pages. */
export type Mount = (fastify: FastifyInstance, app: AppContext) => void;

/** Our routes do not use the framework's schemas. This keeps its two compilers, 100 modules, from being loaded. */
const noSchemas = (): never => {
  throw new Error('Schemas are checked by http/request/params.ts.');
};

/** @param https Options if the server itself terminates TLS. */
export function buildServer(
  app: AppContext,
  routes: readonly Route[],
  mounts: readonly Mount[] = [],
  https?: ServerOptions,
): FastifyInstance {
  const isTrusted = trustedPeers(app.config);
  const fastify: FastifyInstance = Fastify({
    // The types of the two kinds of servers differ, but not in what is used here.
    ...({ https } as object),
    bodyLimit: bodyLimits.bytes,
    forceCloseConnections: false,
    // Requests during a stop are refused with an API error instead.
    return503OnClosing: false,
    // Maximum time for receiving files; `bodyDeadline` is shorter for other bodies.
    requestTimeout: 3600_000,
    keepAliveTimeout: 75_000,
    connectionTimeout: 0,
    routerOptions: addresses,
    logger: false,
    trustProxy: app.config.trustedProxies === undefined ? false : isTrusted,
    genReqId: (request: IncomingMessage) => getRequestId(isTrusted, request),
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    frameworkErrors: (error, request, reply) => {
      addCorsHeaders(request, reply);
      respondToErrors(app.log, error, reply.header(...noSniffing));
    },
    clientErrorHandler: refuseMalformed,
  });
  fastify.server.headersTimeout = 30_000;
  fastify.server.once('listening', () => noteListening(fastify, app));
  const operations = new Operations(routes, app.config);
  requireCallers(fastify);
  limitUnanswered(fastify);
  beginRequests(fastify, operations, app, isTrusted);
  logRequests(fastify, app, isTrusted);
  limitPages(fastify, app);
  refuseForeignForms(fastify, app.config);
  reportFaults(fastify, app);
  bodyDeadline(fastify);
  limitPieces(fastify);
  acceptForms(fastify, app);
  const edge: Edge = {
    app,
    limits: new RateLimits(app),
    uploads: new UploadSlots(),
    checkResponse: responseChecker(app.checksResponses),
  };
  mountApi(fastify, edge, operations);
  for (const add of mounts) add(fastify, app);
  fastify.setErrorHandler((error, _request, reply) => respondToErrors(app.log, error, reply));
  respondToUnknown(fastify, operations);
  return fastify;
}

/** Sets what all later hooks and handlers rely on. */
function beginRequests(
  fastify: FastifyInstance,
  operations: Operations,
  { telemetry }: AppContext,
  isTrusted: IsTrusted,
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header(...noSniffing);
    keepForwardedAddresses(request.raw);
    // Before any hook can respond: received files are deleted after every response.
    request.files = [];
    done(refusal(request, reply));
  });
  allowOtherOrigins(fastify);
  fastify.addHook('onRequest', (request, _reply, done) => {
    request.operation = operations.find(request.method, request.url);
    request.forFiles = operations.findForFiles(request.method, request.url, request.operation);
    request.largestFile = request.forFiles?.largestFile ?? request.routeOptions.config.largestFile;
    request.userId = undefined;
    const operation = request.operation?.route.operationId;
    request.current = { id: request.id, operation, queries: 0, queryMs: 0 };
    if (telemetry.isOn) request.current.trace = telemetry.beginTrace(getTraceParent(isTrusted, request.raw));
    done();
  });
}

/** Reasons that hold for all routes, before the body is read. */
function refusal(request: FastifyRequest, reply: FastifyReply): ApiError | undefined {
  if (hasSeveralHosts(request)) return apiError('requests.several-hosts');
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding.trim().toLowerCase() === 'identity' || !hasBody(request)) return undefined;
  // Says which encodings there could be (RFC 9110, section 15.5.16).
  void reply.header('accept-encoding', 'identity');
  return apiError('requests.content-encoding', { encoding: encoding.slice(0, 100) });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Proxies and servers disagree on which of several Host headers to use, and it determines the organization. */
function hasSeveralHosts({ raw: { rawHeaders } }: FastifyRequest): boolean {
  const isHost = (name: string, at: number) => at % 2 === 0 && name.toLowerCase() === 'host';
  return rawHeaders.filter(isHost).length > 1;
}

/** Reports storage faults in a header of every response: an event could not be stored. */
function reportFaults(fastify: FastifyInstance, { storage }: AppContext): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    const faults = Object.values(storage).flatMap(({ subject, condition: is }) =>
      is.state === 'ok' ? [] : [`${subject}=${is.fault.kind};since=${Math.floor(is.since / 1000)}`],
    );
    if (faults.length > 0) void reply.header('x-heddle-storage', faults.join(', '));
    done(null, payload);
  });
}

/** With port 0 the actual port is known only now. */
function noteListening({ server }: FastifyInstance, app: AppContext): void {
  const address = server.address();
  if (typeof address === 'object' && address) app.port = address.port;
  // Such as a lack of file descriptors: later connections may succeed.
  server.on('error', (error) => app.log.warn({ err: error }, 'a connection could not be accepted'));
}

function mountApi(fastify: FastifyInstance, edge: Edge, operations: Operations): void {
  fastify.route({
    method: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
    url: `${prefix}/*`,
    config: { limit: 'api', callers: 'operations' },
    onRequest: (request, reply, done) => {
      if (request.largestFile === undefined) done();
      else refuseAnonymous(edge, request, reply).then(() => done(), done);
    },
    preHandler: (request, _reply, done) => {
      // In the body of a delivery, a field `method` has its own meaning.
      if (!takesDelivery(request.operation?.route)) applyMethodOverride(operations, request);
      done();
    },
    handler: (request, reply) =>
      request.operation ? handleKnown(edge, request.operation, request, reply) : reply.callNotFound(),
  });
}

/** Attributes queries to the request from here on, after the body was received. */
const handleKnown: typeof handleCall = (edge, operation, request, reply) =>
  currentRequest.run(request.current, () => handleCall(edge, operation, request, reply));

/** Before the body is read, so that files of anonymous users are not stored. */
async function refuseAnonymous(edge: Edge, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const route = request.forFiles?.route;
  if (route === undefined || route.policy === 'anyone' || route.policy === 'visitors') return;
  const { app, uploads } = edge;
  const { orgId } = getSite(app, request);
  const me = await authenticate(app, request, { orgId, browser: getBrowser(app.config, request, reply) });
  admit(route, me);
  uploads.take(me.id, reply);
}

// What proxies say of where a request came from is made a list of addresses. Some add the port: each connection of a client
// would be counted as another network. Others send texts such as `unknown`, or pass on what the client wrote.

const withPort = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([0-9a-f:.%]+)\])(?::\d{1,5})?$/i;

/** `undefined` for a text that is no address. */
function withoutPort(given: string): string | undefined {
  const text = given.trim();
  const [, four, six] = withPort.exec(text) ?? [];
  return [four, six, text].find((one) => one !== undefined && isIP(one) !== 0);
}

/**
 * Called before the client’s address is read, which is then an address whatever was sent. What precedes a text that is none was not written
 * by the proxy that knew it.
 */
function keepForwardedAddresses({ headers }: IncomingMessage): void {
  const given = headers['x-forwarded-for'];
  if (given === undefined) return;
  // Node joins several of these headers with commas.
  const addresses = String(given).split(',').map(withoutPort);
  const known = addresses.slice(addresses.lastIndexOf(undefined) + 1);
  if (known.length > 0) headers['x-forwarded-for'] = known.join(', ');
  else delete headers['x-forwarded-for'];
}

// The deadline for request bodies, except for those with files.

const longestMs = 30_000;

function bodyDeadline(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && request.largestFile === undefined) {
      const timer = setTimeout(() => raw.complete || raw.destroy(), longestMs).unref();
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

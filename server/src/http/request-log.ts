/**
 * Logs one line for each request: its caller, operation and result. Of a path only its pattern and numbers are
 * logged, since the rest of it may be the token of a link; nothing of the query, the headers or the body is.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../lib/config/config.ts';
import type { AppContext } from '../core/context/index.ts';
import { isIn, parseNetworks } from '../lib/net/networks.ts';
import { prefix } from './operations.ts';
import { noteProbe } from './proxy-probe.ts';
import { isObject } from '../lib/objects.ts';

export type IsTrusted = (address: string | undefined) => boolean;

/** Whether a peer is a trusted proxy. */
export function trustedPeers({ trustedProxies }: Config): IsTrusted {
  if (trustedProxies === undefined) return () => false;
  const networks = parseNetworks(trustedProxies);
  return (address) => isIn(networks, address);
}

const requestIdHeader = 'x-request-id';
const wellFormedId = /^[A-Za-z0-9._:=+/-]{1,128}$/;

/** The request id of a trusted proxy, so that its log and ours can be correlated; otherwise a new one. */
export function getRequestId(isTrusted: IsTrusted, { headers, socket }: IncomingMessage): string {
  const given = headers[requestIdHeader];
  const isUsable = typeof given === 'string' && wellFormedId.test(given) && isTrusted(socket.remoteAddress);
  return isUsable ? given : randomUUID();
}

/** The trace context of a trusted proxy. */
export function getTraceParent(
  isTrusted: IsTrusted,
  { headers, socket }: IncomingMessage,
): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === 'string' && isTrusted(socket.remoteAddress) ? traceparent : undefined;
}

export function logRequests(fastify: FastifyInstance, app: AppContext, isTrusted: IsTrusted): void {
  const { log } = app;
  const warn = forwardingWarner(log, isTrusted);
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header(requestIdHeader, request.id);
    warn(request);
    noteProbe(app, request);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    if (log.isLevelEnabled('debug'))
      log.debug(
        {
          request: request.id,
          address: request.ip,
          user: request.userId ?? null,
          operation: request.operation?.route.operationId ?? null,
          method: request.method,
          path: loggedPath(request),
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'request',
      );
    reportSlow(app, request, reply);
    if (app.telemetry.isOn) reportEnded(app, request, reply);
    done();
  });
}

/** Outside the API, only whether a path exists is reported. */
function reportEnded({ telemetry }: AppContext, request: FastifyRequest, reply: FastifyReply): void {
  const { current, routeOptions } = request;
  if (!current) return;
  const ms = reply.elapsedTime;
  const isServed = routeOptions.url !== undefined && !routeOptions.url.startsWith(prefix);
  telemetry.ended({
    kind: 'request',
    startedAt: performance.now() - ms,
    ms,
    request: current,
    method: request.method,
    operation: current.operation ?? (isServed ? 'other' : 'unknown'),
    status: reply.statusCode,
  });
}

/** A long poll waits by design. */
const longPoll = 'get-events';

/** The duration of an upload depends on the client's connection. */
function reportSlow({ config, log }: AppContext, request: FastifyRequest, reply: FastifyReply): void {
  const { slowRequestMs } = config;
  const { elapsedTime: ms, statusCode: status } = reply;
  if (slowRequestMs === 0 || ms < slowRequestMs || !request.current) return;
  const { id, operation = null, queries, queryMs } = request.current;
  if (operation === longPoll || request.largestFile !== undefined) return;
  log.warn(
    {
      request: id,
      operation,
      method: request.method,
      path: loggedPath(request),
      status,
      ms: Math.round(ms),
      queries,
      queryMs: Math.round(queryMs),
    },
    'slow request',
  );
}

/** `null` for an unknown path, which may be a mistyped link with a token. */
function loggedPath({ operation, routeOptions, params }: FastifyRequest): string | null {
  const pattern = operation ? prefix + operation.route.path : routeOptions.url;
  if (pattern === undefined) return null;
  const values: Readonly<Record<string, unknown>> = operation?.path ?? (isObject(params) ? params : {});
  return pattern.replace(/:(\w+)/g, (name, key: string) => {
    const value = values[key];
    return typeof value === 'string' && /^\d{1,15}$/.test(value) ? value : name;
  });
}

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;
const mostWarnings = 10;

/**
 * Once per untrusted peer: behind an untrusted proxy all users share one address. Anyone can send such
 * a header, so the warnings are bounded.
 */
function forwardingWarner(log: Logger, isTrusted: IsTrusted): (request: FastifyRequest) => void {
  const warned = new Set<string>();
  return ({ headers, socket }) => {
    const header = forwardingHeaders.find((name) => headers[name] !== undefined);
    const { remoteAddress: peer } = socket;
    if (header === undefined || peer === undefined || warned.size >= mostWarnings) return;
    if (warned.has(peer) || isTrusted(peer)) return;
    warned.add(peer);
    log.warn(
      { peer, header },
      'ignoring a forwarding header from an address that is not in trusted_proxies. If it is your proxy, add the address ' +
        '(--trusted-proxies); otherwise rate limits and logs see all users at that address',
    );
  };
}

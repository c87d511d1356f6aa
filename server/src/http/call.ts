/** One API request: authentication, policy, parameters, handler, response. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import {
  type Principal,
  admit,
  checkKeyChannel,
  checkLeaves,
  notSignedIn,
} from '../core/organization/index.ts';
import { getBrowser } from '../core/sessions/index.ts';
import { currentRequest } from '../lib/telemetry/current-request.ts';
import { parseForm } from './request/body.ts';
import { type RateLimits, withinBudget } from './limits.ts';
import type { Operation } from './operations.ts';
import { decodeParams, type RawParams } from './request/params.ts';
import { send, sendDownload, getText } from './response/respond.ts';
import { whenClosed } from './response/when-closed.ts';
import { getSite } from './site.ts';
import {
  Download,
  Redirect,
  takesDelivery,
  WithHeaders,
  type HandlerResult,
  type RawDelivery,
  type Request,
  type Route,
} from './route.ts';
import type { UploadSlots } from './request/upload-slots.ts';
import { authenticate, authenticateByKey, isAnonymous } from './authentication.ts';
import { formFields } from './request/values.ts';
import { programName } from '../lib/client-programs.ts';
import type { WrittenFields } from '../lib/json/json-text.ts';
import type { Writable } from 'node:stream';
import { EndedEarlyError } from './request/reception.ts';
import { ApiError } from '../lib/errors.ts';

/** Sent by nearly all libraries to all endpoints, so not reported as unsupported. */
const always: ReadonlySet<string> = new Set(['client', 'method']);

export interface Edge {
  app: AppContext;
  limits: RateLimits;
  uploads: UploadSlots;
  checkResponse: (route: Route, fields: WrittenFields) => void;
}

export async function handleCall(
  edge: Edge,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { app } = edge;
  const { route } = operation;
  const raw = collect(request, operation);
  const userAgent = request.headers['user-agent'] ?? '';
  const base: Request = {
    app,
    ...getSite(app, request),
    ip: request.ip,
    client: clientName(userAgent, raw.get('client')),
    userAgent,
    browser: getBrowser(app.config, request, reply),
    header: (name) => [request.headers[name]].flat()[0],
    onClose: (callback) => whenClosed(reply.raw, callback),
    untilLeft: () => untilLeft(reply.raw),
  };
  const about = { route, orgId: base.orgId, hasFiles: request.files.length > 0 };
  const response = await respondUpToDate(app, about, () =>
    handle(edge, { route, base, raw, request, reply }),
  );
  if (response.body instanceof Redirect)
    return reply.header('cache-control', 'no-store, private').redirect(response.body.path);
  if (response.body instanceof Download) return sendDownload(reply, response.body, app.log);
  const body = withHeaders(reply, response.body);
  const text = getText(body, response.ignored, (fields) => edge.checkResponse(route, fields));
  return send(reply, text, request.headers['accept-encoding']);
}

/** Sets the additional headers of a response. */
function withHeaders(
  reply: FastifyReply,
  body: Exclude<HandlerResult, Redirect | Download>,
): Exclude<HandlerResult, Redirect | Download | WithHeaders> {
  if (!(body instanceof WithHeaders)) return body;
  void reply.headers(body.headers);
  return body.fields;
}

interface Call {
  route: Route;
  base: Request;
  raw: RawParams;
  request: FastifyRequest;
  reply: FastifyReply;
}

async function handle(
  edge: Edge,
  { route, base, raw, request, reply }: Call,
): Promise<{ body: HandlerResult; ignored: string[] }> {
  if (route.policy === 'anyone') {
    edge.limits.ofAddress(base.ip, reply);
    const { values, ignored } = decodeParams(route.params, raw, always);
    noteOrigin(base);
    return { body: await route.handle({ ...base, params: values }), ignored };
  }
  if (route.policy === 'visitors' && isAnonymous(request, base.browser)) {
    return withinBudget(edge.app, base.ip, reply, async () => {
      const { values, ignored } = decodeParams(route.params, raw, always);
      return { body: await route.handle({ ...base, params: values, me: undefined }), ignored };
    });
  }
  const isDelivery = takesDelivery(route);
  const caller = await (isDelivery
    ? authenticateByKey(edge.app, request, base.orgId, raw.get('api_key'))
    : authenticate(edge.app, request, base));
  noteOrigin(base, caller);
  edge.limits.ofUser(route, caller.id, reply);
  const me = admit(route, caller);
  const { values, ignored } = decodeParams(route.params, raw, always);
  checkLeaves(route, me, values);
  const { takesChannelKeys: channelIn = 'handler' } = route;
  if (channelIn !== 'handler') checkKeyChannel(me, Number(values[channelIn]));
  const delivery = deliveryIn(request);
  const work = route.handle({ ...base, params: values, me, files: request.files, delivery });
  const body = await (route.method === 'GET' ? whileSignedIn(edge.app, me, work) : work);
  return { body, ignored: isDelivery ? [] : ignored };
}

const noBytes = Buffer.alloc(0);

function deliveryIn(request: FastifyRequest): RawDelivery {
  const { headers, deliveredBytes: bytes = noBytes } = request;
  const form = formFields(request);
  return { contentType: headers['content-type'] ?? '', bytes, fields: form?.size ? form : undefined };
}

function noteOrigin({ ip, client }: Request, me?: Principal): void {
  const current = currentRequest.getStore();
  const source = me?.sessionId === undefined ? 'api' : 'web';
  if (current) current.origin = { source, address: ip, client, userId: me?.id };
}

/** A long poll ends when its session or named key ends, without events. */
function whileSignedIn<T>(app: AppContext, me: Principal, work: Promise<T>): Promise<T> {
  const { sessionId, key, orgId } = me;
  if (sessionId === undefined && !key) return work;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const end = () => reject(notSignedIn());
  const rules = me.cache.organization.signInRules;
  const stop = key
    ? app.apiKeys.watch(key.id, end)
    : app.sessions.watch({ id: sessionId ?? 0, orgId }, rules, end);
  work.then(resolve, reject).finally(stop);
  return promise;
}

/** Parameters from the query, then the body, then the path. */
function collect(request: FastifyRequest, { route, path }: Operation): RawParams {
  const question = request.url.indexOf('?');
  const params = question < 0 ? new Map<string, string>() : parseForm(request.url.slice(question + 1));
  // A webhook's URL is trusted as configured, its body is not.
  const isDelivery = takesDelivery(route);
  for (const [name, value] of formFields(request) ?? [])
    if (!isDelivery || !params.has(name)) params.set(name, value);
  for (const [name, text = ''] of Object.entries(path))
    if (name === '*') params.set(restName(route.path), text);
    else params.set(name, isId(name) && text.length > longestId ? nobodysId : text);
  return params;
}

const isId = (name: string): boolean => name.endsWith('_id');
/** Maximum number of digits: longer ones exceed the database's integers. */
const longestId = 15;
const nobodysId = String(Number.MAX_SAFE_INTEGER);

/** The name that a pattern gives to the rest of the path. */
const restName = (pattern: string): string => /:(\w+)\*$/.exec(pattern)?.[1] ?? '*';

// The name of the client program that messages show.

const cache = new Map<string, string>();

/** @param given The `client` parameter of old libraries. */
function clientName(userAgent: string, given: string | undefined): string {
  const named = given?.replaceAll(/\p{Cc}/gu, '').slice(0, 30);
  if (named) return named;
  const cached = cache.get(userAgent);
  if (cached !== undefined) return cached;
  const name = programName(userAgent);
  if (cache.size > 1000) cache.clear();
  cache.set(userAgent, name);
  return name;
}

/** Aborted once the client has disconnected: nobody needs what is still read. */
export function untilLeft(response: Writable): AbortSignal {
  const leaving = new AbortController();
  // A connection that is kept closes each of its responses too.
  whenClosed(response, () => {
    if (!response.writableFinished) leaving.abort(new EndedEarlyError());
  });
  return leaving.signal;
}

// Retries requests that were refused because this node has not applied a recent commit of another node.

/** Rate-limited requests are not retried, since that costs a query. */
const tooMany = 429;

/**
 * Handles a request, and retries it if it was refused while this node was behind. For anonymous requests the node catches
 * up first instead, since a refused attempt, such as a wrong password, is counted.
 * @param hasFiles Whether the request has files, which can be stored only once.
 */
async function respondUpToDate<T>(
  { peers, hub }: Pick<AppContext, 'peers' | 'hub'>,
  { route, orgId, hasFiles }: { route: Route; orgId: number; hasFiles: boolean },
  work: () => Promise<T>,
): Promise<T> {
  if (!peers.areAllowed) return work();
  const isOnce = route.policy === 'anyone' || takesDelivery(route) || hasFiles;
  if (isOnce && route.method !== 'GET') await peers.catchUp(orgId);
  if (isOnce) return work();
  const before = hub.position(orgId);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === tooMany) throw error;
    await peers.catchUp(orgId);
    if (hub.position(orgId) === before) throw error;
    return work();
  }
}

/** The HTTP edge: mounts the routes, finds out who asks, decodes, limits, answers in the API's envelope. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Heddle } from '../heddle.ts';
import { browserOf } from '../sessions/browser.ts';
import { answerChecker } from './answers.ts';
import { acceptForms, parseForm } from './body.ts';
import { clientName } from './client.ts';
import { pack } from './compress.ts';
import { decodeParams, type RawParams } from './params.ts';
import { checkPolicy } from './policy.ts';
import { bodyDeadline } from './deadline.ts';
import { bodyLimits, RateLimits } from './limits.ts';
import { addresses, Operations, prefix, type Operation } from './operations.ts';
import { notSignedIn, type Principal } from './principal.ts';
import { isStranger, principalOf } from './who.ts';
import { Encoded, Redirect, type Answer, type Answered, type ReceivedFile, type Route } from './route.ts';
import { answerErrors, answerUnknown } from './unhappy.ts';
import type { Request } from './route.ts';

/** Sent by nearly every library whatever the endpoint: not worth reporting as unsupported. */
const always: ReadonlySet<string> = new Set(['client', 'method']);

export interface Edge {
  heddle: Heddle;
  limits: RateLimits;
  checkAnswer: (route: Route, answer: Answer) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What of the API is asked for, if anything is. */
    operation: Operation | undefined;
    /** Bytes of the largest file that may be in the body. */
    largestFile: number | undefined;
    files: readonly ReceivedFile[];
  }
  interface FastifyContextConfig {
    /** `largestFile` of requests beside the API. */
    largestFile?: number;
  }
}

/** Adds what is served beside the API: pictures, tables, pages. */
export type Mount = (app: FastifyInstance, heddle: Heddle) => void;

/** Our routes have no schemas of the framework's. Saying so keeps the two compilers for them from being loaded: 100 modules. */
const noSchemas = (): never => {
  throw new Error('Schemas are checked by http/params.ts.');
};

export function buildServer(
  heddle: Heddle,
  routes: readonly Route[],
  mounts: readonly Mount[] = [],
): FastifyInstance {
  const app = Fastify({
    bodyLimit: bodyLimits.bytes,
    forceCloseConnections: false,
    // Refused in the API's own words by whoever stops the server.
    return503OnClosing: false,
    // Files may take this long to arrive; `bodyDeadline` is shorter with everything else.
    requestTimeout: 3600_000,
    keepAliveTimeout: 75_000,
    connectionTimeout: 0,
    routerOptions: addresses,
    logger: false,
    trustProxy: heddle.config.trustedProxies ?? false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    frameworkErrors: (error, _request, reply) => {
      answerErrors(heddle.log, error, reply);
    },
  });
  app.server.headersTimeout = 30_000;
  const operations = new Operations(routes, heddle.config);
  app.addHook('onRequest', (request, _reply, done) => {
    request.operation = operations.find(request.method, request.url);
    request.largestFile = request.operation?.largestFile ?? request.routeOptions.config.largestFile;
    request.files = [];
    done();
  });
  bodyDeadline(app);
  acceptForms(app, heddle);
  const edge: Edge = {
    heddle,
    limits: new RateLimits(heddle.config),
    checkAnswer: answerChecker(heddle.checksAnswers),
  };
  mountApi(app, edge);
  for (const add of mounts) add(app, heddle);
  app.setErrorHandler((error, _request, reply) => answerErrors(heddle.log, error, reply));
  answerUnknown(app, operations);
  app.addHook('onResponse', (request, reply, done) => {
    heddle.log.debug(
      {
        method: request.method,
        path: loggedPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
  return app;
}

/** What follows the question mark may be anyone's secret, and so is the token of a link to a file. */
const loggedPath = (url: string): string | undefined =>
  url.split('?', 1)[0]?.replace(/^(\/user_uploads\/temporary\/)[^/]+/, '$1…');

function mountApi(app: FastifyInstance, edge: Edge): void {
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
    url: `${prefix}/*`,
    onRequest: (request, reply) => refuseStranger(edge, request, reply),
    handler: (request, reply) =>
      request.operation ? serve(edge, request.operation, request, reply) : reply.callNotFound(),
  });
}

/** Before the body is read: a stranger's file is not worth storing. */
async function refuseStranger({ heddle }: Edge, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const policy = request.operation?.route.policy;
  if (request.largestFile === undefined || policy === undefined) return;
  if (policy === 'anyone' || policy === 'visitors') return;
  checkPolicy(policy, await principalOf(heddle, request, browserOf(heddle.config, request, reply)));
}

async function serve(
  edge: Edge,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { heddle } = edge;
  const { route } = operation;
  const { id: orgId } = heddle.organizations.byHost(request.hostname);
  const raw = collect(request, operation);
  const userAgent = request.headers['user-agent'] ?? '';
  const base: Request = {
    heddle,
    orgId,
    ip: request.ip,
    origin: `${request.protocol}://${request.host}`,
    client: clientName(userAgent, raw.get('client')),
    userAgent,
    browser: browserOf(heddle.config, request, reply),
    header: (name) => [request.headers[name]].flat()[0],
    onClose: (callback) => void reply.raw.once('close', callback),
  };
  const handled = handle(edge, route, base, raw, request, reply);
  const hasFiles = request.files.length > 0;
  const answer = await (hasFiles ? handled.finally(() => discard(heddle, request.files)) : handled);
  if (answer.body instanceof Redirect)
    return reply.header('cache-control', 'no-store, private').redirect(answer.body.path);
  const text = textOf(answer.body, answer.ignored, (plain) => edge.checkAnswer(route, plain));
  return send(reply, text, request.headers['accept-encoding']);
}

/** What nobody took while the request was handled. */
async function discard({ files }: Heddle, received: readonly ReceivedFile[]): Promise<void> {
  for (const { file } of received) if (file) await files.incoming.discard(file.path);
}

async function handle(
  edge: Edge,
  route: Route,
  base: Request,
  raw: RawParams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ body: Answered; ignored: string[] }> {
  if (route.policy === 'anyone') {
    edge.limits.ofAddress(route, base.ip, reply);
    const { values, ignored } = decodeParams(route.params, raw, always);
    return { body: await route.handle({ ...base, params: values }), ignored };
  }
  if (route.policy === 'visitors' && isStranger(request, base.browser)) {
    edge.limits.ofAddress(route, base.ip, reply);
    const { values, ignored } = decodeParams(route.params, raw, always);
    return { body: await route.handle({ ...base, params: values, me: undefined }), ignored };
  }
  const me = await principalOf(edge.heddle, request, base.browser);
  edge.limits.ofUser(route, me.id, reply);
  if (route.policy !== 'visitors') checkPolicy(route.policy, me);
  const { values, ignored } = decodeParams(route.params, raw, always);
  const work = route.handle({ ...base, params: values, me, files: request.files });
  return { body: await (route.method === 'GET' ? whileSignedIn(edge.heddle, me, work) : work), ignored };
}

/** A poll is held for a minute: it ends with the session that it came in, with nothing told. */
function whileSignedIn<T>({ sessions }: Heddle, { sessionId }: Principal, work: Promise<T>): Promise<T> {
  if (sessionId === undefined) return work;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const stop = sessions.watch(sessionId, () => reject(notSignedIn()));
  work.then(resolve, reject).finally(stop);
  return promise;
}

/** Query, then body, then what stands in the path. */
function collect(request: FastifyRequest, { route, path }: Operation): RawParams {
  const question = request.url.indexOf('?');
  const params = question < 0 ? new Map<string, string>() : parseForm(request.url.slice(question + 1));
  if (request.body instanceof Map)
    for (const [name, value] of request.body as RawParams) params.set(name, value);
  for (const [name, text = ''] of Object.entries(path))
    if (name === '*') params.set(restName(route.path), text);
    else params.set(name, isId(name) && text.length > longestId ? nobodysId : text);
  return params;
}

const isId = (name: string): boolean => name.endsWith('_id');
/** Digits. Longer ones are more than a database takes, and no ids of anything. */
const longestId = 15;
const nobodysId = String(Number.MAX_SAFE_INTEGER);

/** The name that a pattern gives to the rest of the path. */
const restName = (pattern: string): string => /:(\w+)\*$/.exec(pattern)?.[1] ?? '*';

/** Answers of pieces that somebody keeps, put together. */
const wholes = new WeakMap<Encoded, Buffer>();

/** @param extra What follows the first two fields of the envelope. */
function wholeText(envelope: string, extra: string, body: Encoded): string | Buffer {
  const { fields } = body;
  const start = `${envelope}${extra},`;
  if (typeof fields === 'string') return `${start}${fields}}`;
  const known = extra === '' ? wholes.get(body) : undefined;
  if (known) return known;
  const whole = Buffer.concat([Buffer.from(start), ...fields, Buffer.from('}')]);
  if (extra === '') wholes.set(body, whole);
  return whole;
}

function textOf(
  body: Exclude<Answered, Redirect>,
  ignored: string[],
  check: (answer: Answer) => void,
): string | Buffer {
  const extra = ignored.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : '';
  const envelope = '{"result":"success","msg":""';
  if (body instanceof Encoded) return wholeText(envelope, extra, body);
  check(body);
  const fields = JSON.stringify(body).slice(1);
  return `${envelope}${extra}${fields === '}' ? '' : ','}${fields}`;
}

async function send(
  reply: FastifyReply,
  text: string | Buffer,
  accepted: string | undefined,
): Promise<FastifyReply> {
  const { body, encoding } = await pack(text, accepted);
  if (encoding !== undefined)
    void reply.header('content-encoding', encoding).header('vary', 'Accept-Encoding');
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store, private')
    .send(body);
}

/** /scim/v2: SCIM 2.0, with which an identity provider manages the users and groups of an organization. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { makeLimit } from '../../core/limits/index.ts';
import { type OrganizationCache, organizationEnded } from '../../core/organization/index.ts';
import { isUniqueViolation } from '../../db/sql.ts';
import { getSite } from '../../http/site.ts';
import { ApiError } from '../../lib/errors.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';
import { limitedNetwork } from '../../lib/net/networks.ts';
import { currentRequest } from '../../lib/telemetry/current-request.ts';
import { providerConfig, resourceTypes, schemas } from './discovery.ts';
import { createScimGroup, deleteGroup, getGroup, listGroups, patchGroup, replaceGroup } from './groups.ts';
import { parsePatch } from './patch.ts';
import { type Json, ScimError, errorObject, listObject, mediaType, notFound } from './protocol.ts';
import { authenticateToken } from './tokens.ts';
import {
  createUser,
  deletionRefused,
  listUsers,
  patchUser,
  replaceUser,
  userById,
  userObject,
} from './users.ts';
import { externalIds } from './external-ids.ts';
import { pathParam } from '../../http/request/values.ts';
import { isObject } from '../../lib/objects.ts';

const root = '/scim/v2';

/** The authenticated client of a request. */
interface Caller {
  orgId: number;
  origin: string;
  /** The name of its token. */
  token: string;
}

interface ScimRequest {
  app: AppContext;
  cache: OrganizationCache;
  /** Base URL of SCIM for the organization. */
  base: string;
  id: string;
  query: Json;
  body: Json;
}

/** Status and optional body. */
type Response = [status: number, body?: Json];
type Handle = (asked: ScimRequest) => Promise<Response>;

const bodyLimit = 4 * 1024 * 1024;
/** The most levels of a body. Resources and operations nest four. */
const deepest = 32;

export function mountScim(fastify: FastifyInstance, app: AppContext): void {
  void fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    for (const type of [mediaType, 'application/json'])
      scope.addContentTypeParser<string>(type, { parseAs: 'string', bodyLimit }, (_request, text, parsed) => {
        const body = parseBody(text);
        if (body) parsed(null, body);
        else parsed(new ScimError(400, 'The body must be a JSON object', 'invalidSyntax'));
      });
    scope.setErrorHandler((error, request, reply) => respondToError(app, error, request, reply));
    const callers = new WeakMap<FastifyRequest, Caller>();
    // Before the body is read, so that nothing is parsed for requests without a token.
    scope.addHook('onRequest', async (request) => {
      callers.set(request, await authenticate(app, request));
    });
    addRoutes(scope, app, callers);
    done();
  });
}

/** Attributes are found without regard to case, one by one. */
const mostFields = 200;

function hasWideObject(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasWideObject);
  if (!isObject(value)) return false;
  const fields = Object.values(value);
  return fields.length > mostFields || fields.some(hasWideObject);
}

function parseBody(text: string): Json | undefined {
  try {
    const body: unknown = text === '' ? {} : parseForeignJson(text, deepest);
    return isObject(body) && !hasWideObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

function addRoutes(scope: FastifyInstance, app: AppContext, callers: WeakMap<FastifyRequest, Caller>): void {
  const serve = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, handle: Handle) =>
    scope.route({
      method,
      url: root + path,
      // A token is needed before the body is read, and provisioning comes in bursts.
      config: { limit: 'cheap', callers: 'scimToken' },
      handler: (request, reply) =>
        currentRequest.run(request.current, () =>
          respond(app, handle, { caller: callers.get(request), request, reply }),
        ),
    });
  const one = (list: (base: string) => Json[]): Handle => {
    return async ({ base, id }) => {
      const found = list(base).find((each) => each.id === id);
      if (!found) throw notFound('Resource', id);
      return Promise.resolve([200, found]);
    };
  };
  serve('GET', '/ServiceProviderConfig', ({ base }) => Promise.resolve([200, providerConfig(base)]));
  serve('GET', '/ResourceTypes', ({ base }) =>
    Promise.resolve([200, listObject(resourceTypes(base), {}, asIs)]),
  );
  serve('GET', '/ResourceTypes/:id', one(resourceTypes));
  serve('GET', '/Schemas', ({ base }) => Promise.resolve([200, listObject(schemas(base), {}, asIs)]));
  serve('GET', '/Schemas/:id', one(schemas));
  serve('GET', '/Users', searchUsers);
  serve('POST', '/Users/.search', ({ body, ...asked }) => searchUsers({ ...asked, body, query: body }));
  serve('POST', '/Users', async (asked) => {
    const id = await createUser(asked.app, asked.cache.orgId, asked.body);
    return [201, await oneUser({ ...asked, id: String(id) })];
  });
  serve('GET', '/Users/:id', async (asked) => [200, await oneUser(asked)]);
  serve('PUT', '/Users/:id', async (asked) => {
    await replaceUser(asked.app, asked.cache.orgId, asked.id, asked.body);
    return [200, await oneUser(asked)];
  });
  serve('PATCH', '/Users/:id', async (asked) => {
    await patchUser(asked.app, asked.cache.orgId, asked.id, parsePatch(asked.body));
    return [200, await oneUser(asked)];
  });
  serve('DELETE', '/Users/:id', ({ cache, id }) => {
    userById(cache, id);
    return Promise.reject(deletionRefused());
  });
  addGroups(serve);
}

type Serve = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, handle: Handle) => unknown;

const asIs = (object: Json): Json => object;

function addGroups(serve: Serve): void {
  const oneGroup = ({ app, cache, id, base }: ScimRequest) => getGroup(app, cache, id, base);
  serve('GET', '/Groups', searchGroups);
  serve('POST', '/Groups/.search', ({ body, ...asked }) => searchGroups({ ...asked, body, query: body }));
  serve('POST', '/Groups', async (asked) => {
    const id = await createScimGroup(asked.app, asked.cache.orgId, asked.body);
    return [201, await oneGroup({ ...asked, id: String(id) })];
  });
  serve('GET', '/Groups/:id', async (asked) => [200, await oneGroup(asked)]);
  serve('PUT', '/Groups/:id', async (asked) => {
    await replaceGroup(asked.app, asked.cache.orgId, asked.id, asked.body);
    return [200, await oneGroup(asked)];
  });
  serve('PATCH', '/Groups/:id', async (asked) => {
    await patchGroup(asked.app, asked.cache.orgId, asked.id, parsePatch(asked.body));
    return [200, await oneGroup(asked)];
  });
  serve('DELETE', '/Groups/:id', async ({ app, cache, id }) => {
    await deleteGroup(app, cache.orgId, id);
    return [204];
  });
}

async function searchUsers({ app, cache, base, query }: ScimRequest): Promise<Response> {
  return [200, await listUsers(app, cache, query, base)];
}

async function searchGroups({ app, cache, base, query }: ScimRequest): Promise<Response> {
  return [200, await listGroups(app, cache, query, base)];
}

async function oneUser({ app, cache, id, base }: ScimRequest): Promise<Json> {
  const user = userById(cache, id);
  return userObject(user, base, (await externalIds(app.db.read, cache.orgId, 'user')).get(user.id));
}

async function authenticate(app: AppContext, request: FastifyRequest): Promise<Caller> {
  const { orgId, origin } = getSite(app, request);
  const token = orgId === 0 ? undefined : await authenticateToken(app, orgId, request.headers.authorization);
  if (token === undefined) throw await refuse(app, orgId, request.ip);
  return { orgId, origin, token };
}

/** Per network, for all organizations. Tokens cannot be guessed, but each attempt costs a query and a log line. */
const wrongTokens = defineService((app: AppContext) =>
  makeLimit(app, 'wrong SCIM tokens', { seconds: 60, count: 10 }),
);

async function refuse(app: AppContext, orgId: number, address: string): Promise<ScimError> {
  const { isAllowed, retryAfter } = await wrongTokens(app).use(limitedNetwork(address));
  if (!isAllowed && app.config.rateLimits !== 'off')
    return new ScimError(429, `Too many wrong tokens: try again in ${Math.ceil(retryAfter)} seconds`);
  app.log.info({ organization: orgId, address }, 'a wrong SCIM token was refused');
  return unauthorized();
}

const unauthorized = (): ScimError =>
  new ScimError(401, 'A valid bearer token of the organization is required');

interface Exchange {
  caller: Caller | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

async function respond(
  app: AppContext,
  handle: Handle,
  { caller, request, reply }: Exchange,
): Promise<FastifyReply> {
  if (!caller) throw unauthorized();
  const { orgId, origin, token } = caller;
  const current = currentRequest.getStore();
  if (current) current.origin = { source: 'api', address: request.ip, client: `SCIM (${token})` };
  const cache = await app.organizations.cache(orgId);
  if (cache.organization.isDeactivated) throw organizationEnded();
  const id = pathParam(request, 'id');
  const query = isObject(request.query) ? request.query : {};
  const body = isObject(request.body) ? request.body : {};
  const [status, response] = await handle({ app, cache, base: origin + root, id, query, body });
  void reply.code(status).header('cache-control', 'no-store');
  if (response === undefined) return reply.send();
  const location = isObject(response.meta) ? response.meta.location : undefined;
  if (status === 201 && typeof location === 'string') void reply.header('location', location);
  return reply.type(mediaType).send(JSON.stringify(response));
}

/** Converts errors of actions, which the API shares, to the format of SCIM. */
function toScimError(error: unknown): ScimError | undefined {
  if (error instanceof ScimError) return error;
  if (isUniqueViolation(error)) return new ScimError(409, 'The name or address is taken', 'uniqueness');
  if (error instanceof ApiError) {
    const isTaken = error.key === 'email.taken' || error.key === 'groups.name-taken';
    return isTaken
      ? new ScimError(409, error.message, 'uniqueness')
      : new ScimError(error.status, error.message, error.status === 400 ? 'invalidValue' : undefined);
  }
  if (!(error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'))
    return undefined;
  const { statusCode, message } = error;
  return statusCode >= 400 && statusCode < 500 ? new ScimError(statusCode, message) : undefined;
}

function respondToError(
  { log }: AppContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = toScimError(error);
  if (!known) log.error({ err: error, request: request.id }, 'a SCIM request failed');
  const { status, message, scimType } = known ?? new ScimError(500, 'Internal server error');
  if (status === 401) void reply.header('www-authenticate', 'Bearer realm="heddle"');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(mediaType)
    .send(JSON.stringify(errorObject(status, message, scimType)));
}

/** The OpenAPI description, generated from the schemas that requests and responses are checked against. */
import type { TSchema } from 'typebox';
import { errorStatus } from '../../../../wire/errors.ts';
import { takesDelivery, type Route } from '../../http/route.ts';
import { heddleVersion } from '../../lib/version.ts';
import { errorResponses } from './errors.ts';

type Json = Record<string, unknown>;

export const getServers = (origin: string): Json[] => [{ url: `${origin}/api/v1` }];

/** The document without its servers: it only changes with the version of this server. */
export function describeRoutes(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)\*?/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Heddle', version: heddleVersion, license: { name: 'Apache-2.0' } },
    security: [{ basicAuth: [] }],
    tags: allNouns.map((name) => ({ name })),
    paths: modern(paths),
    components: {
      securitySchemes: {
        basicAuth: { type: 'http', scheme: 'basic', description: 'Email address and API key.' },
        apiKey: { type: 'apiKey', in: 'query', name: 'api_key', description: 'API key of a bot.' },
      },
      schemas: { Error: errorSchema },
    },
  };
}

/** Tuples use `prefixItems` of JSON Schema 2020-12, which OpenAPI 3.1 requires. */
function modern(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modern);
  if (typeof value !== 'object' || value === null) return value;
  const { items, additionalItems, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, modern(each)]),
  );
  if (Array.isArray(items)) return { ...rest, prefixItems: items, items: additionalItems ?? true };
  return items === undefined ? rest : { ...rest, items };
}

const errorSchema = {
  type: 'object',
  required: ['result', 'msg'],
  properties: {
    result: { const: 'error' },
    msg: { type: 'string' },
    code: { enum: Object.keys(errorStatus) },
  },
};

/** The parameters that require the scope `lasting_access` as well: true if the operation always does, or their names. */
function describeLeaves({ leaves }: Route): Json {
  if (typeof leaves !== 'object') return leaves === 'access' ? { 'x-lasting-access': true } : {};
  const names = Object.keys(leaves).filter((name) => leaves[name] !== 'nothing');
  return { 'x-lasting-access': names };
}

function operation(route: Route): Json {
  const inPath = new Set([...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? ''));
  const required = new Set<string>(route.params.required);
  const properties = Object.entries(route.params.properties);
  const outside = properties.filter(([name]) => !inPath.has(name));
  const isDelivery = takesDelivery(route);
  const isQuery = route.method === 'GET' || isDelivery;
  const parameters = properties
    .filter(([name]) => inPath.has(name) || isQuery)
    .map(([name, schema]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || required.has(name),
      ...placed(schema),
    }));
  return {
    operationId: route.operationId,
    tags: [findNoun(route.path)],
    ...(route.policy === 'anyone' ? { security: [] } : {}),
    ...(route.policy === 'visitors' ? { security: [{ basicAuth: [] }, {}] } : {}),
    'x-policy': route.policy,
    ...(route.policy === 'anyone' ? {} : { 'x-scope': route.scope ?? 'full' }),
    ...describeLeaves(route),
    parameters,
    ...(isDelivery ? { security: [{ apiKey: [] }, { basicAuth: [] }], requestBody: anything } : {}),
    ...(isQuery || outside.length === 0 ? {} : { requestBody: form(outside, required) }),
    responses: {
      ...successes(route.response),
      ...errorResponses(route),
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

/** The format depends on the service that posts it. */
const anything = {
  required: true,
  content: { 'application/json': { schema: {} }, 'application/x-www-form-urlencoded': { schema: {} } },
};

/** The type of schemas declares no keywords. */
const isText = ({ type }: TSchema & { type?: unknown }): boolean => type === 'string';

/** Parameters that are not strings are JSON-encoded. */
function placed(schema: TSchema): Json {
  return isText(schema) ? { schema } : { content: { 'application/json': { schema } } };
}

function form(properties: [string, TSchema][], required: ReadonlySet<string>): Json {
  const names = properties.map(([name]) => name);
  return {
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          properties: Object.fromEntries(properties),
          required: names.filter((name) => required.has(name)),
        },
        encoding: Object.fromEntries(
          properties
            .filter(([, schema]) => !isText(schema))
            .map(([name]) => [name, { contentType: 'application/json' }]),
        ),
      },
    },
  };
}

/** Routes for pictures redirect to them; most HTTP clients follow the redirect. */
function successes(response: TSchema): Json {
  const { contentMediaType: type, downloads }: { contentMediaType?: string; downloads?: string[] } = response;
  if (downloads)
    return {
      200: { description: 'The file', content: Object.fromEntries(downloads.map((one) => [one, {}])) },
    };
  if (type === undefined)
    return {
      200: { description: 'Success', content: { 'application/json': { schema: success(response) } } },
    };
  const location = { required: true, schema: { type: 'string', format: 'uri-reference' } };
  return {
    200: { description: 'The picture', content: { [type]: {} } },
    302: { description: 'Where the picture is', headers: { Location: location } },
  };
}

function success(response: TSchema): Json {
  const envelope = {
    type: 'object',
    required: ['result', 'msg'],
    properties: {
      result: { const: 'success' },
      msg: { const: '' },
      ignored_parameters_unsupported: { type: 'array', items: { type: 'string' } },
    },
  };
  const { properties, required }: { properties?: Json; required?: string[] } = response;
  return {
    ...envelope,
    required: [...envelope.required, ...(required ?? [])],
    properties: { ...envelope.properties, ...properties },
  };
}

// The nouns of the API: the tag of each operation in the OpenAPI description, and its heading in the reference.

/** In the order of the reference; the first pattern that matches the first segment of a path decides. */
const nouns = [
  ['messages', /^(?:messages|mark_|submessage|typing|zcommand)/],
  ['channels', /channel|stream|^user_topics/],
  ['users', /^(?:users|settings)/],
  ['groups', /^user_groups/],
  ['events', /^(?:events|register$)/],
  ['drafts', /^(?:drafts|scheduled_messages|reminders|saved_snippets|navigation_views)/],
  ['files', /^(?:attachments|user_uploads|thumbnail)/],
  ['bots', /^(?:bots|bot_storage|external)/],
  ['invitations', /^invites/],
  ['organization', /^(?:realm|export)/],
  ['devices', /^(?:mobile_push|register_client_device|remove_client_device|remotes)/],
  ['calls', /^calls/],
  ['heddle', /^heddle/],
] as const;

export type Noun = (typeof nouns)[number][0] | 'server';

export const allNouns: readonly Noun[] = [...nouns.map(([noun]) => noun), 'server'];

/** @param path Below `/api/v1`. Everything else belongs to `server`, such as authentication. */
function findNoun(path: string): Noun {
  const [, first = ''] = path.split('/', 2);
  return nouns.find(([, pattern]) => pattern.test(first))?.[0] ?? 'server';
}

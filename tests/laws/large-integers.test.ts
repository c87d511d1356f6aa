/** The law of integers: one that is larger than what is stored gets the same response on both databases, from every operation. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { routes } from '../../server/src/app/features.ts';
import { exporter } from '../../server/src/features/exports/index.ts';
import type { Route } from '../../server/src/http/route.ts';
import { basicAuthorization } from '../support/client.ts';
import { onEngine, type Engine } from '../support/engines.ts';
import { makeWorld, type World } from '../support/world.ts';

/** What the schemas of parameters consist of. */
interface Schema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  items?: Schema;
  minItems?: number;
  minimum?: number;
  minLength?: number;
  pattern?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

const readSchema = (schema: TSchema): Schema => schema;

/** A value that fits, as small as can be. */
function sample(schema: Schema): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {});
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}));
  if (schema.type === 'object') return sampleObject(schema);
  if (schema.type === 'null') return null;
  return schema.pattern?.startsWith('^#') ? '#000000' : 'x'.repeat(Math.max(schema.minLength ?? 1, 1));
}

const sampleObject = ({ properties = {}, required = [] }: Schema): Record<string, unknown> =>
  Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {})]));

/** The values of a schema with this integer in each place where there may be one. */
function placements(schema: Schema, integer: unknown): unknown[] {
  if ('const' in schema || schema.enum) return [];
  if (schema.anyOf) return schema.anyOf.flatMap((one) => placements(one, integer));
  if (schema.type === 'integer' || schema.type === 'number') return [integer];
  if (schema.type === 'array') return placements(schema.items ?? {}, integer).map((one) => [one]);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    placements(property, integer).map((one) => ({ ...sampleObject(schema), [name]: one })),
  );
}

/** JSON of integers beyond what 32 bits, a number and 64 bits hold exactly. */
const integers = ['2147483648', '9007199254740991', '9223372036854775808'];

const hole = '\u0001';

interface Request {
  route: Route;
  name: string;
  params: Readonly<Record<string, string>>;
}

function* listRequests(route: Route): Generator<Request> {
  const { properties, required } = readSchema(route.params);
  const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const others = sampleObject({ ...(properties && { properties }), ...(required && { required }) });
  for (const [name, schema] of Object.entries(properties ?? {}))
    for (const integer of integers)
      for (const placed of placements(schema, hole)) {
        const params = Object.fromEntries(
          Object.entries({ ...others, [name]: placed }).map(([each, value]) => [
            each,
            asText(value).replaceAll(`"${hole}"`, integer).replaceAll(hole, integer),
          ]),
        );
        // Nothing is waited for.
        yield { route, name, params: { ...params, ...(route.path === '/events' && { dont_block: 'true' }) } };
      }
}

function pathFor(world: World, { route: { path }, params }: Request): string {
  const known: Readonly<Record<string, number>> = {
    stream_id: world.channels.general,
    user_id: world.people.dan.id,
  };
  return path.replace(/:(\w+)\*?/g, (_, name: string) => {
    const given = params[name];
    return given === undefined || given === '1' ? String(known[name] ?? 1) : encodeURIComponent(given);
  });
}

async function respond(world: World, request: Request): Promise<string> {
  const { method } = request.route;
  const body = new URLSearchParams(request.params);
  const path = `/api/v1${pathFor(world, request)}`;
  const isRead = method === 'GET';
  const headers = { authorization: basicAuthorization(world.people.ada) };
  const url = `${world.url}${path}${isRead ? `?${body.toString()}` : ''}`;
  const response = await fetch(url, { method, headers, redirect: 'manual', ...(!isRead && { body }) });
  const text = await response.text();
  assert.ok(response.status < 500, `${method} ${path} ${body.toString()}: ${text}`);
  const [, code = ''] = /"code":"(\w+)"/.exec(text) ?? [];
  return `${response.status} ${code}`;
}

/** What ends the session or the organization comes last. */
const isLast = ({ path }: Route): boolean => /regenerate|deactivate|\/users\/me$|\/realm$/.test(path);
const ordered = routes.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));

onEngine('postgres', 'Integers', () => {
  test('An integer that is larger than what is stored gets the same response on SQLite and PostgreSQL', async (t) => {
    const responsesOn = async (engine: Engine) => {
      const world = await makeWorld(t, engine, { alone: true });
      // Not in a process of its own, which the test would wait for.
      exporter(world.app).make = () => Readable.from([]);
      const responses: string[] = [];
      for (const route of ordered)
        for (const request of listRequests(route)) {
          const { name, params } = request;
          const at = `${route.method} ${route.path} ${name}=${params[name] ?? ''}`;
          responses.push(`${at}: ${await respond(world, request)}`);
        }
      return responses;
    };
    const [onSqlite, onPostgres] = await Promise.all([responsesOn('sqlite'), responsesOn('postgres')]);
    assert.ok(onSqlite.length > 500);
    assert.equal(onPostgres.length, onSqlite.length);
    const differing = onSqlite.flatMap((response, at) =>
      response === onPostgres[at] ? [] : [`${response}, on PostgreSQL ${onPostgres[at] ?? ''}`],
    );
    assert.deepEqual(differing, []);
  });
});

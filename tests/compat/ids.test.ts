/** Ids in paths, on every endpoint that has one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IsObject, type TSchema } from 'typebox';
import { Create } from 'typebox/value';
import { routes } from '../../server/src/app/features.ts';
import type { Route } from '../../server/src/http/route.ts';
import { encode, type Params } from '../support/client.ts';
import { onBothEngines } from '../support/engines.ts';
import { makeWorld } from '../support/world.ts';

/** Whatever must be given beside what is in the path. */
function required({ path, params }: Route): Params {
  const inPath = new Set(path.split(/[/:*]/));
  const needed = Object.entries(params.properties).filter(
    ([name]) => (params.required as string[]).includes(name) && !inPath.has(name),
  );
  return Object.fromEntries(needed.map(([name, schema]) => [name, makeInstance(schema)]));
}

/** A value of the kind; texts of a form of their own are words. */
function makeInstance(schema: TSchema): unknown {
  if ('pattern' in schema) return 'x';
  if (!IsObject(schema)) return Create(schema);
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, each]) => [name, makeInstance(each)]),
  );
}

const withIds = routes.filter(({ path }) => /:\w+_id\b/.test(path));
const beyond = ['9007199254740993', '9223372036854775808', '99999999999999999999'];

onBothEngines('IDs beyond the maximum', (engine) => {
  test('IDs beyond the maximum get the response of missing ones from every endpoint', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    assert.ok(withIds.length > 40);
    for (const route of withIds)
      for (const id of beyond) {
        const path = route.path.replace(/:\w+_id\b/g, id).replace(/:\w+\*?/g, 'x');
        const form = encode(required(route));
        const { status, json } = await (route.method === 'GET'
          ? world.as('ada').send('GET', `${path}?${form.toString()}`)
          : world.as('ada').send(route.method, path, { body: form }));
        assert.ok(status === 400 || status === 404, `${route.method} ${path}: ${status} ${json.msg}`);
        assert.notEqual(json.code, 'REQUEST_VARIABLE_MISSING', path);
        assert.doesNotMatch(json.msg, /is not valid JSON/, path);
      }
  });
});

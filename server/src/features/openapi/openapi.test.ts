import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { basic } from '../../../../tests/support/clients/tus.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { routes } from '../../app/features.ts';
import { atHost } from '../../../../tests/support/clients/at-host.ts';
import { documentedOperations } from './errors.ts';
import { openApiRoutes } from './index.ts';

onBothEngines('The OpenAPI document', (engine) => {
  test('The OpenAPI document is public and contains every operation once', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await world.anonymous.get('/openapi.json');
    assert.equal(status, 200);
    assert.equal(json.openapi, '3.1.0');
    assert.equal(json.servers[0].url, `${world.url}/api/v1`);
    const described = Object.entries(
      json.paths as Record<string, Record<string, { operationId: string }>>,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
      ),
    );
    const mounted = routes.map(
      ({ method, path, operationId }) => `${method} ${path.replace(/:(\w+)\*?/g, '{$1}')} ${operationId}`,
    );
    assert.deepEqual(described.sort(), mounted.sort());
  });

  test('The OpenAPI document has the location and requirement of parameters and the responses', async (t) => {
    const world = await makeWorld(t, engine);
    const { paths } = (await world.anonymous.get('/openapi.json')).json;
    const send = paths['/messages'].post;
    const form = send.requestBody.content['application/x-www-form-urlencoded'];
    assert.deepEqual(form.schema.required, ['type', 'to', 'content']);
    assert.equal(form.encoding.to.contentType, 'application/json');
    assert.equal(form.encoding.content, undefined);
    const success = send.responses[200].content['application/json'].schema;
    assert.deepEqual(success.required, ['result', 'msg', 'id']);
    const [inPath] = paths['/messages/{message_id}'].get.parameters;
    assert.deepEqual([inPath.name, inPath.in, inPath.required], ['message_id', 'path', true]);
    assert.deepEqual(paths['/server_settings'].get.security, []);
    assert.equal(paths['/users/me'].get.security, undefined);
  });

  test('The OpenAPI document has the parameters of a delivery in the query, and a body of any form', async (t) => {
    const world = await makeWorld(t, engine);
    const { paths, components } = (await world.anonymous.get('/openapi.json')).json;
    const { parameters, requestBody, security } = paths['/external/{integration}'].post;
    const named = (name: string) => parameters.find((each: { name: string }) => each.name === name).in;
    assert.deepEqual(
      [named('integration'), named('topic'), named('only_events')],
      ['path', 'query', 'query'],
    );
    assert.deepEqual(requestBody.content['application/json'].schema, {});
    assert.deepEqual(security, [{ apiKey: [] }, { basicAuth: [] }]);
    assert.deepEqual(components.securitySchemes.apiKey.in, 'query');
  });

  test('The OpenAPI document marks operations that return images', async (t) => {
    const world = await makeWorld(t, engine);
    const { paths } = (await world.anonymous.get('/openapi.json')).json;
    for (const path of ['/realm/icon', '/realm/logo']) {
      const { 200: picture, 302: redirect } = paths[path].get.responses;
      assert.deepEqual(Object.keys(picture.content), ['image/*']);
      assert.ok(redirect.headers.Location.required);
      const response = await fetch(`${world.url}/api/v1${path}?night=false`, {
        headers: { authorization: basic(world, 'dan') },
        redirect: 'manual',
      });
      assert.equal(response.status, 302);
      assert.ok(response.headers.get('location'));
    }
  });

  test('The OpenAPI document describes tuples as in OpenAPI 3.1', async (t) => {
    const world = await makeWorld(t, engine);
    const { paths } = (await world.anonymous.get('/openapi.json')).json;
    const lists: Record<string, unknown>[] = [];
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('items' in value && (value as Record<string, unknown>).type === 'array') lists.push(value);
      Object.values(value).forEach(walk);
    };
    walk(paths);
    assert.ok(lists.length > 100);
    assert.deepEqual(
      lists.filter(({ items }) => Array.isArray(items)),
      [],
    );
    const { schema } = paths['/register'].post.responses[200].content['application/json'];
    const [muted] = [schema.properties.muted_topics.items];
    assert.equal(muted.prefixItems.length, 3);
    assert.equal(muted.items, false);
  });

  test('Each operation names its errors with status, code and text, and errors are declared for existing operations only', async (t) => {
    const world = await makeWorld(t, engine);
    const { paths } = (await world.anonymous.get('/openapi.json')).json;
    const getExamples = (path: string, method: string, status: number) =>
      paths[path][method].responses[status].content['application/json'].examples;
    const sent = getExamples('/messages', 'post', 400);
    assert.deepEqual(sent['channels.name-not-found'].value.code, 'STREAM_DOES_NOT_EXIST');
    assert.equal(sent['parameters.missing'].value.code, 'REQUEST_VARIABLE_MISSING');
    const refused = await world
      .as('dan')
      .post('/messages', { type: 'channel', to: 'loft', topic: 'x', content: 'x' });
    assert.deepEqual(
      [refused.status, refused.json.msg],
      [400, sent['channels.name-not-found'].value.msg.replace('{name}', 'loft')],
    );
    assert.equal(paths['/server_settings'].get.responses[401], undefined);
    assert.ok(getExamples('/messages', 'post', 401)['authentication.invalid-api-key']);
    assert.ok(getExamples('/realm/audit_log', 'get', 403)['permissions.owner']);
    const known = new Set(routes.map(({ operationId }) => operationId));
    assert.deepEqual(
      documentedOperations.filter((id) => !known.has(id)),
      [],
    );
  });

  test('The OpenAPI document has the URL of the host name under which it is requested', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    for (const host of ['127.0.0.1:1', '127.0.0.1:2', '127.0.0.1:1']) {
      const { json } = await atHost(world, host, '/api/v1/openapi.json');
      assert.deepEqual(json.servers, [{ url: `http://${host}/api/v1` }]);
      assert.ok(json.paths['/messages']);
    }
  });
});

test('The OpenAPI document is built once, and kept for few host names', async () => {
  const [example] = routes;
  assert.ok(example);
  let timesRead = 0;
  const [own] = openApiRoutes([
    {
      ...example,
      get params() {
        timesRead++;
        return example.params;
      },
    },
  ]);
  assert.ok(own?.policy === 'anyone');
  const { handle } = own;
  const get = (origin: string) => handle({ origin, params: {} } as unknown as Parameters<typeof handle>[0]);
  const first = await get('http://1.test');
  const timesOnce = timesRead;
  assert.equal(await get('http://1.test'), first);
  for (const name of [2, 3, 4, 5]) assert.notEqual(await get(`http://${name}.test`), first);
  assert.notEqual(await get('http://1.test'), first);
  assert.equal(timesRead, timesOnce);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { routes } from '../index.ts';

onBothEngines('The description of the API', (engine) => {
  test('is there without signing in, and has every operation once', async (t) => {
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

  test('says where parameters go, which are needed, and what is answered', async (t) => {
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
});

import assert from 'node:assert/strict';
import fastify from 'fastify';
import { connect } from 'node:net';
import { test } from 'node:test';
import { getPort } from '../../../../tests/support/services/get-port.ts';
import { keepLog } from '../../../../tests/support/log.ts';
import { respondToErrors } from './error-responses.ts';
import { getBrowser } from '../../../../tests/support/clients/browser.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

test('A client that disconnects within its request is no error in the log, and a connection that is reset later is one', async (t) => {
  const { log, saying } = keepLog();
  const server = fastify();
  const disconnected = Promise.withResolvers<number>();
  server.setErrorHandler((error, request, reply) => {
    const response = respondToErrors(log, error, reply);
    if (request.url === '/cut') disconnected.resolve(reply.statusCode);
    return response;
  });
  server.post('/cut', () => 'never reached');
  server.post('/whole', () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' })));
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => server.close());
  const port = getPort(server.server);
  const head =
    'POST /cut HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{';
  const socket = connect(port, '127.0.0.1', () => socket.write(head));
  server.server.once('request', () => socket.destroy());
  assert.equal(await disconnected.promise, 400);
  assert.deepEqual(saying(/request failed/), []);
  const response = await fetch(`${url}/whole`, { method: 'POST', body: 'text' });
  assert.equal(response.status, 500);
  assert.equal(saying(/request failed/).length, 1);
});

onBothEngines('Keys of errors', (engine) => {
  test('Errors for the web client carry a key and values beside the English text', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = await getBrowser(world, 'dan');
    const group = { name: 'role:dyers', description: '', members: [] };
    const refused = await dan.post('/user_groups/create', group);
    assert.equal(refused.status, 400);
    assert.deepEqual(refused.json, {
      result: 'error',
      msg: "User group name cannot start with 'role:'.",
      code: 'BAD_REQUEST',
      error: { key: 'groups.name-prefix', values: { prefix: 'role:' } },
    });
    const blank = await dan.post('/saved_snippets', { title: ' ', content: 'x' });
    assert.deepEqual(blank.json.error, { key: 'snippets.title-empty', values: {} });
    const missing = await dan.get('/no/such/path');
    assert.deepEqual([missing.status, missing.json.error], [404, { key: 'requests.not-found', values: {} }]);
  });

  test('Errors for other clients carry no field besides those of the API', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await world.as('dan').post('/saved_snippets', { title: ' ', content: 'x' });
    assert.equal(status, 400);
    assert.deepEqual(json, { result: 'error', msg: 'Title cannot be empty.', code: 'BAD_REQUEST' });
    const missing = await world.as('dan').get('/messages');
    assert.equal('error' in missing.json, false);
  });
});

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import fastify from 'fastify';
import { getPort } from '../../../../tests/support/services/get-port.ts';
import { keepLog } from '../../../../tests/support/log.ts';
import { respondToErrors } from './error-responses.ts';

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

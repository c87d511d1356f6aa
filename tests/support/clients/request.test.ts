/** What becomes of a request whose connection ends: its caller learns of it, and nobody else. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { getPort } from '../services/get-port.ts';
import { request } from './request.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n';
const ways: Record<string, (socket: Socket) => unknown> = {
  'is closed before the response': (socket) => socket.end(),
  'is reset before the response': (socket) => socket.resetAndDestroy(),
  'is closed within the response': (socket) => socket.end(`${head}o`),
  'is reset within the response': (socket) => socket.write(`${head}o`, () => socket.resetAndDestroy()),
};

describe('Requests of the tests', () => {
  for (const [way, cut] of Object.entries(ways))
    it(`A request is rejected if its connection ${way}, also one that was used before`, async () => {
      let served = 0;
      const server = createServer((asked, response) => {
        asked.resume();
        if (served++ === 0) response.end('ok');
        else cut(asked.socket);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const url = `http://127.0.0.1:${String(getPort(server))}/`;
      const post = () => request(url, { method: 'POST', headers: new Headers(), body: 'content' });
      try {
        assert.equal((await post()).text, 'ok');
        await assert.rejects(post(), { code: 'ECONNRESET' });
        // Another connection, whose end comes while several wait.
        const several = await Promise.allSettled([post(), post(), post()]);
        assert.deepEqual(
          several.map(({ status }) => status),
          ['rejected', 'rejected', 'rejected'],
        );
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });
});

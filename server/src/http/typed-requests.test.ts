/** Requests as no library sends them. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { basicAuthorization } from '../../../tests/support/client.ts';
import { onBothEngines } from '../../../tests/support/engines.ts';
import { makeWorld, type World } from '../../../tests/support/world.ts';

/** What comes back for these lines, sent as they are. */
function typed(world: World, lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(world.url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  const socket = connect({ host: hostname, port: Number(port) }, () =>
    socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`),
  );
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => (text += chunk));
  socket.on('error', reject);
  socket.on('close', () => resolve(text));
  return promise;
}

onBothEngines('Requests as they are typed', (engine) => {
  test('A request with two Host headers is refused', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const hosts = [
      ['a.example.com', 'b.example.com'],
      ['a.example.com', 'a.example.com'],
    ];
    for (const path of ['/api/v1/server_settings', '/login', '/nothing-here', '/avatar/1'])
      for (const [first = '', second = ''] of hosts) {
        const reply = await typed(world, [`GET ${path} HTTP/1.1`, `Host: ${first}`, `hOST: ${second}`]);
        assert.match(reply, /^HTTP\/1\.1 400 /, path);
        assert.match(reply, /more than one Host header/);
        assert.match(reply, /^x-content-type-options: nosniff\r$/im);
      }
    const one = await typed(world, ['GET /api/v1/server_settings HTTP/1.1', 'Host: localhost']);
    assert.match(one, /^HTTP\/1\.1 200 /);
  });

  test('Invalid HTTP gets a response in the API envelope', async (t) => {
    const world = await makeWorld(t, engine);
    const requests = [
      [400, ['GET /livez HTTP/9.9', 'Host: a']],
      [400, ['GET /livez HTTP/1.1', 'no header']],
      [431, ['GET /livez HTTP/1.1', 'Host: a', `x: ${'y'.repeat(20_000)}`]],
    ] as const;
    for (const [status, lines] of requests) {
      const reply = await typed(world, lines);
      assert.match(reply, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(reply, /^x-content-type-options: nosniff\r$/im);
      const json = JSON.parse(reply.slice(reply.indexOf('\r\n\r\n'))) as Record<string, unknown>;
      assert.deepEqual([json.result, json.code], ['error', 'BAD_REQUEST']);
    }
  });

  test('A connection may have a few requests that are not answered yet, and is closed with many', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const ask = async (requests: number) => {
      const others = Array.from({ length: requests - 1 }, () => [
        'GET /livez HTTP/1.1',
        'Host: localhost',
        '',
      ]);
      const reply = await typed(world, [...others.flat(), 'GET /livez HTTP/1.1', 'Host: localhost']);
      return reply.split('HTTP/1.1 200 ').length - 1;
    };
    assert.equal(await ask(16), 16);
    assert.ok((await ask(500)) <= 16);
    assert.equal(await ask(1), 1);
  });

  test('A form in a thousand pieces of a byte is read, and the connection that sends one in more is closed', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const send = (pieces: number, type = 'application/x-www-form-urlencoded') =>
      typed(world, [
        'POST /api/v1/typing HTTP/1.1',
        'Host: localhost',
        `Content-Type: ${type}`,
        'Connection: close',
        'Transfer-Encoding: chunked',
        '',
        `${'1\r\nx\r\n'.repeat(pieces)}0`,
      ]);
    assert.match(await send(900), /^HTTP\/1\.1 401 /);
    assert.equal(await send(3000), '');
    // Those of files are no exception where no files are taken.
    for (const type of ['application/offset+octet-stream', 'multipart/form-data; boundary=a'])
      assert.equal(await send(3000, type), '');
  });

  test('A file in a thousand pieces of a byte is taken, and one in more is refused', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const part = '--a\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n';
    const send = (pieces: number) =>
      typed(world, [
        'POST /api/v1/user_uploads HTTP/1.1',
        'Host: localhost',
        `Authorization: ${basicAuthorization(world.people.dan)}`,
        'Content-Type: multipart/form-data; boundary=a',
        'Connection: close',
        'Transfer-Encoding: chunked',
        '',
        part.length.toString(16),
        `${part}\r\n${'1\r\nx\r\n'.repeat(pieces)}9\r\n\r\n--a--\r\n\r\n0`,
      ]);
    assert.match(await send(900), /^HTTP\/1\.1 200 /);
    assert.match(await send(3000), /^HTTP\/1\.1 400 /);
  });
});

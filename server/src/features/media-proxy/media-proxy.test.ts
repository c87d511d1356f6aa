import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test, type TestContext } from 'node:test';
import fastify from 'fastify';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { localServer } from '../../../../tests/support/services/local-server.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { mediaKey } from '../../lib/secrets.ts';
import { mediaProxy, mediumAt } from './address.ts';
import { mountMediaProxy } from './mount.ts';

const picture = Buffer.from('not looked at, only passed on');

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** Another server, on this machine. */
async function elsewhere(t: TestContext, serve: Serve): Promise<{ url: string; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const { url } = await localServer(t, (request, response) => {
    asked.push(request);
    serve(request, response);
  });
  return { url, asked };
}

const sends =
  (type: string, body: Buffer = picture): Serve =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body);

const reaching = (t: TestContext, engine: Engine) =>
  makeWorld(t, engine, { config: { reachableNetworks: '127.0.0.1' } });

async function rendered(world: World, content: string): Promise<string> {
  const { status, json } = await world.as('dan').post('/messages/render', { content });
  assert.equal(status, 200);
  return json.rendered;
}

/** The address on our own server that a text's first medium is loaded from. */
async function shownFrom(world: World, content: string): Promise<string> {
  const html = await rendered(world, content);
  const [, address] = / src="(\/external_content\/[^"]+)"/.exec(html) ?? [];
  assert.ok(address !== undefined, html);
  return world.url + address;
}

onBothEngines('The media proxy', (engine) => {
  test('The media proxy serves linked media to everyone with the URL', async (t) => {
    const world = await reaching(t, engine);
    const there = await elsewhere(t, sends('image/png'));
    const link = `${there.url}/loom.png`;
    const html = await rendered(world, link);
    assert.match(html, new RegExp(`<div class="message_inline_image"><a href="${link}"`));
    const reply = await fetch(await shownFrom(world, link));
    assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'image/png']);
    assert.deepEqual(Buffer.from(await reply.arrayBuffer()), picture);
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
    assert.match(reply.headers.get('content-security-policy') ?? '', /sandbox/);
    const [asked] = there.asked;
    assert.deepEqual(
      [asked?.url, asked?.headers.cookie, asked?.headers.authorization],
      ['/loom.png', undefined, undefined],
    );
  });

  test('Linked media count as images in searches, but not where the organization disables previews', async (t) => {
    const world = await makeWorld(t, engine);
    const content = 'https://pictures.example/loom.png';
    const place = { type: 'channel', to: 'general', topic: 'looms' };
    const { json } = await world.as('dan').post('/messages', { ...place, content });
    const narrow = JSON.stringify([{ operator: 'has', operand: 'image' }]);
    const found = await world
      .as('ben')
      .get('/messages', { narrow, anchor: 'newest', num_before: 5, num_after: 0 });
    assert.deepEqual(
      found.json.messages.map(({ id }: { id: number }) => id),
      [json.id],
    );
    const hiding = await world.as('ada').patch('/realm', { inline_image_preview: false });
    assert.equal(hiding.status, 200);
    assert.doesNotMatch(await rendered(world, content), /external_content/);
  });

  test('Linked media are served in ranges to players', async (t) => {
    const world = await reaching(t, engine);
    const there = await elsewhere(t, (request, response) => {
      assert.equal(request.headers.range, 'bytes=2-4');
      response.writeHead(206, { 'content-type': 'video/mp4', 'content-range': 'bytes 2-4/9' }).end('oom');
    });
    const address = await shownFrom(world, `${there.url}/loom.mp4`);
    const reply = await fetch(address, { headers: { range: 'bytes=2-4' } });
    assert.deepEqual([reply.status, await reply.text()], [206, 'oom']);
    assert.equal(reply.headers.get('content-range'), 'bytes 2-4/9');
  });

  test('Linked media are not served under a forged URL', async (t) => {
    const world = await reaching(t, engine);
    const there = await elsewhere(t, sends('image/png'));
    const address = await shownFrom(world, `${there.url}/loom.png`);
    const other = Buffer.from(`${there.url}/secret.png`).toString('hex');
    for (const forged of [
      address.replace(/[^/]+$/, other),
      address.replace(/content\/./, (start) => (start.endsWith('0') ? 'content/1' : 'content/0')),
      address.slice(0, -1),
      `${world.url}/external_content/`,
    ])
      assert.equal((await fetch(forged)).status, 404, forged);
    assert.deepEqual(there.asked, []);
  });

  test('Linked media are not served if they have another type, are too large or require authentication', async (t) => {
    const world = await reaching(t, engine);
    const large: Serve = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 21 * 1024 * 1024 });
      response.flushHeaders();
    };
    for (const serve of [
      sends('text/html'),
      sends('image/svg+xml'),
      large,
      (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(404).end(),
      (_request: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(302, { location: 'http://10.0.0.1/loom.png' }).end(),
    ]) {
      const there = await elsewhere(t, serve);
      const reply = await fetch(await shownFrom(world, `${there.url}/loom.png`));
      assert.equal(reply.status, 404);
      assert.equal(there.asked.length, 1);
    }
  });

  test('Linked media are not fetched from private addresses', async (t) => {
    const world = await makeWorld(t, engine);
    const there = await elsewhere(t, sends('image/png'));
    assert.equal((await fetch(await shownFrom(world, `${there.url}/loom.png`))).status, 404);
    assert.deepEqual(there.asked, []);
  });
});

test('Clients that disconnect before their request is handled do not use up the connections of the media proxy', async (t) => {
  const server = fastify();
  t.after(() => server.close());
  server.addHook('onRequest', async (request, reply) => {
    if (request.headers['x-disconnect'] === undefined) return;
    request.raw.socket.destroy();
    await once(reply.raw, 'close');
  });
  const secrets = { serverKey: Buffer.alloc(32, 1) };
  mountMediaProxy(server, { secrets, config: { reachableNetworks: '' } });
  const path = mediaProxy(secrets)('https://localhost/loom.png') ?? '';
  const url = (await server.listen({ port: 0 })) + path;
  for (let i = 0; i < 70; i++) await assert.rejects(fetch(url, { headers: { 'x-disconnect': 'yes' } }));
  assert.notEqual((await fetch(url)).status, 503);
});

test('A server that ends no response holds its own places of the media proxy, and none of other servers', async (t) => {
  const there = await elsewhere(t, (request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    if (request.url === '/slow.png') response.write('a part');
    else response.end(picture);
  });
  const server = fastify({ forceCloseConnections: true });
  t.after(() => server.close());
  const secrets = { serverKey: Buffer.alloc(32, 1) };
  mountMediaProxy(server, { secrets, config: { reachableNetworks: '127.0.0.1, ::1, ::ffff:127.0.0.1' } });
  const base = await server.listen({ port: 0, host: '127.0.0.1' });
  const load = (host: string, name: string) =>
    fetch(base + (mediaProxy(secrets)(`${there.url.replace('127.0.0.1', host)}/${name}.png`) ?? ''));
  const held = await Promise.all(Array.from({ length: 32 }, () => load('127.0.0.1', 'slow')));
  assert.deepEqual([...new Set(held.map(({ status }) => status))], [200]);
  assert.equal((await load('127.0.0.1', 'loom')).status, 503);
  assert.equal((await load('localhost', 'loom')).status, 200);
  // Whose network has them, on whatever servers.
  const more = await Promise.all(Array.from({ length: 32 }, () => load('localhost', 'slow')));
  assert.deepEqual([...new Set(more.map(({ status }) => status))], [200]);
  assert.equal((await load('[::ffff:127.0.0.1]', 'loom')).status, 503);
});

test('An address in a message from before a rotation still leads to its medium, and that of another server does not', () => {
  const [former, next] = [{ serverKey: Buffer.alloc(32, 1) }, { serverKey: Buffer.alloc(32, 2) }];
  const url = 'https://example.com/loom.png';
  const path = (mediaProxy(former)(url) ?? '').replace('/external_content/', '');
  assert.equal(mediumAt(former, path), url);
  assert.equal(mediumAt({ ...next, mediaKeys: [mediaKey(former)] }, path), url);
  const until = Date.now() + 60_000;
  assert.equal(mediumAt({ ...next, former: [{ ...former, until }] }, path), url);
  assert.equal(mediumAt({ ...next, former: [{ ...former, until: 1 }] }, path), undefined);
  assert.equal(mediumAt({ ...next, mediaKeys: [mediaKey(next)] }, path), undefined);
});

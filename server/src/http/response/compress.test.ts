import assert from 'node:assert/strict';
import fastify from 'fastify';
import { request } from 'node:http';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { compress } from './compress.ts';
import { keepLog } from '../../../../tests/support/log.ts';
import { Download } from '../route.ts';
import { sendDownload } from './respond.ts';

const long = JSON.stringify({ text: 'warp and weft '.repeat(2000) });

test('A response is compressed with the best encoding that the client accepts', async () => {
  const cases = [
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['zstd', undefined],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['gzip; q=0.0', undefined],
    ['identity', undefined],
    [undefined, undefined],
  ] as const;
  for (const [accepted, encoding] of cases) {
    const compressed = await compress(long, accepted);
    assert.equal(compressed.encoding, encoding, String(accepted));
    if (encoding === undefined) assert.equal(compressed.body, long);
  }
});

test('A long list is compressed with Zstandard for a client that accepts it', async () => {
  const list = JSON.stringify(
    Array.from({ length: 40_000 }, (_, id) => ({ id, name: `weaver number ${id}` })),
  );
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };
  for (const [accepted, expected] of [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, br, zstd;q=0', 'br'],
    ['gzip', 'gzip'],
  ] as const) {
    const { body, encoding } = await compress(list, accepted);
    assert.equal(encoding, expected, accepted);
    assert.equal(unpack[expected](body).toString(), list);
  }
});

test('Parts that come again are compressed once, and every response has all of its parts', async () => {
  const group = (from: number) =>
    Buffer.from(
      JSON.stringify(Array.from({ length: 9000 }, (_, id) => ({ id: from + id, name: `weaver ${id}` }))),
    );
  const groups = [0, 9000, 18_000, 27_000, 36_000].map(group);
  const sizes: number[] = [];
  for (const name of ['Ada', 'Björn', 'Chloë', 'Dan'])
    for (const accepted of ['gzip, br, zstd', 'br']) {
      // The second group changes for each of them, as if a person in it did.
      const parts = [
        Buffer.from(`{"name":"${name}",`),
        ...groups.with(1, group(sizes.length)),
        Buffer.from('}'),
      ];
      const { body, encoding } = await compress(parts, accepted);
      assert.equal(encoding, accepted === 'br' ? 'br' : 'gzip');
      const unpacked = encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
      assert.ok(unpacked.equals(Buffer.concat(parts)), name);
      if (encoding === 'gzip') sizes.push(body.length);
    }
  const [first = 0, , third = 0, fourth = 0] = sizes;
  assert.ok(third < first, 'what comes again is compressed better');
  assert.ok(Math.abs(fourth - third) < first / 100, `${third} and ${fourth} bytes`);
  const few = [Buffer.from('{"result":'), Buffer.from('"success"}')];
  assert.deepEqual(await compress(few, 'gzip'), { body: Buffer.concat(few) });
});

test('A short response is not compressed', async () => {
  assert.deepEqual(await compress('{"result":"success"}', 'br'), { body: '{"result":"success"}' });
});

/** As a library sees it that unpacks nothing by itself. */
function registerRaw(world: World, accepted: string) {
  const { email, apiKey } = world.people.dan;
  const auth = `${email}:${apiKey}`;
  const headers = { 'accept-encoding': accepted, 'content-type': 'application/x-www-form-urlencoded' };
  return new Promise<{ encoding: string | undefined; vary: string | undefined; body: Buffer }>(
    (resolve, reject) => {
      const asked = request(`${world.url}/api/v1/register`, { method: 'POST', auth, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            encoding: response.headers['content-encoding'],
            vary: response.headers.vary,
            body: Buffer.concat(chunks),
          }),
        );
      });
      asked.on('error', reject).end();
    },
  );
}

onBothEngines('Compressed responses', (engine) => {
  test('A compressed registration response equals the uncompressed one', async (t) => {
    const world = await makeWorld(t, engine);
    const getKeys = (body: Buffer) => Object.keys(JSON.parse(body.toString())).sort();
    const plain = await registerRaw(world, 'identity');
    assert.equal(plain.encoding, undefined);
    const brotli = await registerRaw(world, 'br');
    const gzip = await registerRaw(world, 'gzip');
    assert.deepEqual([brotli.encoding, gzip.encoding], ['br', 'gzip']);
    assert.deepEqual([brotli.vary, gzip.vary], ['Accept-Encoding', 'Accept-Encoding']);
    assert.deepEqual(getKeys(brotliDecompressSync(brotli.body)), getKeys(plain.body));
    assert.deepEqual(getKeys(gunzipSync(gzip.body)), getKeys(plain.body));
    assert.ok(brotli.body.length * 2 < plain.body.length);
  });
});

async function* pieces(ends: boolean): AsyncGenerator<string> {
  yield 'first\n';
  await Promise.resolve();
  if (!ends) throw new Error('the second page cannot be read');
  yield 'second\n';
}

test('A download that fails after its beginning is logged and ends with its connection', async (t) => {
  const { log, saying } = keepLog();
  const server = fastify();
  for (const name of ['whole', 'broken'])
    server.get(`/${name}`, (_request, reply) =>
      sendDownload(reply, new Download(name, 'text/csv', pieces(name === 'whole')), log),
    );
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => server.close());
  assert.equal(await (await fetch(`${url}/whole`)).text(), 'first\nsecond\n');
  await assert.rejects(async () => (await fetch(`${url}/broken`)).text());
  const lines = saying(/download failed/);
  assert.deepEqual(
    lines.map(({ file }) => file),
    ['broken'],
  );
});

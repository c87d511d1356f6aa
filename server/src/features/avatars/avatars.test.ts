import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, inflateSync } from 'node:zlib';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { drawAvatar } from './draw.ts';
import { encodePng } from '../../lib/images/png.ts';

interface Chunk {
  type: string;
  data: Buffer;
}

function getChunks(png: Buffer): Chunk[] {
  assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    assert.equal(png.readUInt32BE(at + 8 + length), crc32(body));
    chunks.push({ type: body.toString('latin1', 0, 4), data: body.subarray(4) });
    at += 12 + length;
  }
  return chunks;
}

/** The colour index of each pixel, row by row. */
function getPixels(png: Buffer): number[][] {
  const chunks = getChunks(png);
  const size = chunks[0]?.data.readUInt32BE(0) ?? 0;
  const lines = inflateSync(chunks.find(({ type }) => type === 'IDAT')?.data ?? Buffer.alloc(0));
  const width = 1 + Math.ceil(size / 8);
  assert.equal(lines.length, width * size);
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) => ((lines[y * width + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1),
  );
}

test('A drawn avatar is a well-formed PNG of the requested size', () => {
  const png = encodePng(
    11,
    [
      [1, 2, 3],
      [250, 251, 252],
    ],
    (x, y) => (x === y ? 1 : 0),
  );
  const chunks = getChunks(png);
  assert.deepEqual(
    chunks.map(({ type }) => type),
    ['IHDR', 'PLTE', 'IDAT', 'IEND'],
  );
  assert.deepEqual([...(chunks[0]?.data ?? [])], [0, 0, 0, 11, 0, 0, 0, 11, 1, 3, 0, 0, 0]);
  assert.deepEqual([...(chunks[1]?.data ?? [])], [1, 2, 3, 250, 251, 252]);
  for (const [y, row] of getPixels(png).entries())
    for (const [x, bit] of row.entries()) assert.equal(bit, x === y ? 1 : 0);
});

test('A drawn avatar is stable and symmetric for each user, and differs between users', () => {
  const first = drawAvatar(7, 'small');
  assert.deepEqual(drawAvatar(7, 'small'), first);
  for (const row of getPixels(first)) assert.deepEqual([...row].reverse(), row);
  const all = new Set(Array.from({ length: 200 }, (_, id) => drawAvatar(id, 'small').toString('base64')));
  assert.ok(all.size > 195, String(all.size));
});

test('Both sizes of a drawn avatar show the same image', () => {
  const [small, medium] = [getPixels(drawAvatar(7, 'small')), getPixels(drawAvatar(7, 'medium'))];
  assert.deepEqual([small.length, medium.length], [100, 500]);
  for (let y = 0; y < 100; y++)
    for (let x = 0; x < 100; x++) assert.equal(medium[y * 5]?.[x * 5], small[y]?.[x]);
});

const get = (world: World, path: string, headers: Record<string, string> = {}) =>
  fetch(`${world.url}/avatar/${path}`, { headers });

onBothEngines('GET /avatar', (engine) => {
  test('GET /avatar serves the URLs that apps build from avatar_url, without a sign-in', async (t) => {
    const world = await makeWorld(t, engine);
    const sizes = {
      '7': 100,
      '7.png': 100,
      '7?version=1': 100,
      '7/medium': 500,
      '7-medium.png?version=1': 500,
    };
    for (const [path, size] of Object.entries(sizes)) {
      const response = await get(world, path);
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png'], path);
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      const png = Buffer.from(await response.arrayBuffer());
      assert.deepEqual(png, drawAvatar(7, size === 100 ? 'small' : 'medium'));
    }
    const { json } = await world.as('dan').get('/users/me');
    assert.equal((await fetch(new URL(String(json.avatar_url), world.url))).status, 200);
  });

  test('GET /avatar allows caching forever with a version, and for a day without', async (t) => {
    const world = await makeWorld(t, engine);
    const versioned = await get(world, '7?version=1');
    assert.equal(versioned.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal((await get(world, '7')).headers.get('cache-control'), 'public, max-age=86400');
    const etag = versioned.headers.get('etag') ?? '';
    const again = await get(world, '7?version=1', { 'if-none-match': etag });
    assert.deepEqual([again.status, (await again.arrayBuffer()).byteLength], [304, 0]);
    assert.equal((await get(world, '8', { 'if-none-match': etag })).status, 200);
    assert.notEqual((await get(world, '7/medium')).headers.get('etag'), etag);
  });

  test('GET /avatar does not reveal which IDs exist', async (t) => {
    const world = await makeWorld(t, engine);
    for (const id of [world.people.dan.id, 0, 999_999_999])
      assert.equal((await get(world, String(id))).status, 200);
  });

  test('GET /avatar responds with 404 in the envelope for anything else', async (t) => {
    const world = await makeWorld(t, engine);
    const odd = [
      'dan@example.com',
      '7/large',
      '-7',
      '7.gif',
      '1e3',
      '%2e%2e%2fheddle.db',
      '9'.repeat(16),
      '',
    ];
    for (const path of odd) {
      const response = await get(world, path);
      assert.equal(response.status, 404, path);
      assert.equal(((await response.json()) as { code: string }).code, 'NOT_FOUND');
    }
  });
});

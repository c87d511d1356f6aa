import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { emojiVersions } from '../../../../wire/emoji-versions.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

const sets = Object.entries(emojiVersions);
const getPath = (set: string, version: string, code: string) =>
  `/static/emoji/${set}-${version}/${code}.webp`;

onBothEngines('Emoji images', (engine) => {
  test('Every emoji with a name has an image in each emoji set', async (t) => {
    const world = await makeWorld(t, engine);
    const response = await fetch(`${world.url}/static/emoji-names.json`);
    const codes = Object.keys((await response.json()).code_to_names);
    assert.equal(codes.length, 1865);
    for (const [i, code] of codes.entries()) {
      const [set, version] = sets[i % sets.length]!;
      // A ninth of them is enough: a wrong place in a pack shifts all that follow.
      if (i % 9 > 2) continue;
      const picture = await fetch(world.url + getPath(set, version, code));
      assert.equal(picture.status, 200, `${set} ${code}`);
      const bytes = Buffer.from(await picture.arrayBuffer());
      assert.equal(bytes.toString('latin1', 8, 12), 'WEBP', `${set} ${code}`);
      assert.equal(bytes.readUInt32LE(4) + 8, bytes.length, `${set} ${code}`);
    }
  });

  test('Emoji images are cached forever under the current version, and for an hour under another one', async (t) => {
    const world = await makeWorld(t, engine);
    const getCaching = async (path: string) => (await fetch(world.url + path)).headers.get('cache-control');
    for (const [set, version] of sets)
      assert.equal(await getCaching(getPath(set, version, '1f44d')), 'public, max-age=31536000, immutable');
    assert.equal(await getCaching(getPath('google', 'abc', '1f44d')), 'public, max-age=3600');
    const picture = await fetch(world.url + getPath('google', emojiVersions.google, '1f44d'));
    assert.equal(picture.headers.get('content-type'), 'image/webp');
    assert.equal(picture.headers.get('x-content-type-options'), 'nosniff');
    const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    assert.deepEqual([width, height], [64, 64]);
  });

  test('The emoji sets differ, and blobs include newer emoji', async (t) => {
    const world = await makeWorld(t, engine);
    const getBytes = async (set: string, code: string) =>
      Buffer.from(await (await fetch(world.url + getPath(set, 'a', code))).arrayBuffer()).toString('base64');
    const smiles = await Promise.all(sets.map(([set]) => getBytes(set, '1f642')));
    assert.equal(new Set(smiles).size, 3);
    // Drawn years after the last blob.
    assert.equal(await getBytes('google-blob', '1fae8'), await getBytes('google', '1fae8'));
  });

  test('Emoji have images in each skin tone, pairs of people in two', async (t) => {
    const world = await makeWorld(t, engine);
    for (const code of ['1f44d-1f3fb', '261d-1f3ff', '1f9d1-1f3fd-200d-1f91d-200d-1f9d1-1f3fb'])
      for (const [set, version] of sets)
        assert.equal((await fetch(world.url + getPath(set, version, code))).status, 200, `${set} ${code}`);
  });

  test('Unknown emoji sets, unknown emoji and traversing paths are not found', async (t) => {
    const world = await makeWorld(t, engine);
    for (const path of [
      getPath('apple', 'a', '1f44d'),
      getPath('google', 'a', 'fffff'),
      getPath('google', 'a', '1f3a8-1f3fd'),
      getPath('google', 'x', '1f44d'),
      getPath('google', 'a', '1f44d').replace('.webp', '.png'),
      '/static/emoji/google-a/..%2f..%2fpackage.json',
      '/static/emoji/google-a/',
      '/static/emoji/constructor-a/1f44d.webp',
    ])
      assert.equal((await fetch(world.url + path)).status, 404, path);
  });
});

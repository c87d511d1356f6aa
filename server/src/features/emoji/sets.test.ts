import assert from 'node:assert/strict';
import sharp from 'sharp';
import { test } from 'node:test';
import { emojiVersions } from '../../../../wire/emoji-versions.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { say } from '../../../../tests/support/talk.ts';

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

onBothEngines('Emoji names', (engine) => {
  test('The emoji names are served by code at the URL from the registration, without authentication', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world.as('dan').post('/register', { fetch_event_types: ['realm'] });
    const response = await fetch(json.server_emoji_data_url);
    assert.equal(response.status, 200);
    const { code_to_names: names }: { code_to_names: Record<string, string[]> } = await response.json();
    assert.equal(names['1f44d']?.[0], '+1');
    assert.ok(names['1f44d'].includes('thumbs_up'));
    const again = await fetch(json.server_emoji_data_url, {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    });
    assert.equal(again.status, 304);
  });

  test('Every emoji name in the list works in messages and reactions', async (t) => {
    const world = await makeWorld(t, engine);
    const response = await fetch(`${world.url}/static/emoji-names.json`);
    const { code_to_names: codes }: { code_to_names: Record<string, string[]> } = await response.json();
    const named = Object.entries(codes).flatMap(([code, names]) => names.map((name) => ({ code, name })));
    assert.equal(named.length, 3308);
    for (let from = 0; from < named.length; from += 300) {
      const some = named.slice(from, from + 300);
      const content = some.map(({ name }) => `:${name}:`).join(' ');
      const { json } = await world.as('dan').post('/messages/render', { content });
      const spans = [...json.rendered.matchAll(/class="emoji emoji-([0-9a-f-]+)"[^>]*>:([^:]+):</g)];
      assert.deepEqual(
        spans.map(([, code, name]) => ({ code, name })),
        some,
      );
    }
    const id = await say(world, 'dan', 'general', 'lunch');
    for (const { code, name } of named.filter((_, i) => i % 100 === 0)) {
      const { status, json } = await world.as('dan').post(`/messages/${id}/reactions`, { emoji_name: name });
      assert.equal(status, 200, `${name}: ${json.msg}`);
      const emoji = { emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' };
      const taken = await world.as('dan').delete(`/messages/${id}/reactions`, emoji);
      assert.equal(taken.status, 200, `${name}: ${taken.json.msg}`);
    }
  });
});

onBothEngines('Emoji images in messages', (engine) => {
  test('Emoji images in messages are served to everyone with the right type', async (t) => {
    const world = await makeWorld(t, engine);
    const pictures = {
      '/static/emoji/heddle.png': 'image/png',
      '/static/generated/emoji/images/emoji/unicode/zulip.png': 'image/png',
      '/static/images/loading/loader-black.svg': 'image/svg+xml',
    };
    for (const [path, type] of Object.entries(pictures)) {
      const response = await fetch(world.url + path);
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, type], path);
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      const begin = Buffer.from(await response.arrayBuffer())
        .subarray(0, 4)
        .toString('latin1');
      assert.equal(begin, type === 'image/png' ? '\x89PNG' : '<svg', path);
    }
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

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

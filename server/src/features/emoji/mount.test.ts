import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

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

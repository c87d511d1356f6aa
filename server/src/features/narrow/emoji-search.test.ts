import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { searchIndexer } from '../../core/messages/index-worker.ts';

/** The texts of the hits, before and after the index has everything. */
async function found(world: World, words: string): Promise<string[]> {
  const get = async () => {
    const narrow = [{ operator: 'search', operand: words }];
    const params = { anchor: 'newest', num_before: 9, num_after: 0, narrow, apply_markdown: false };
    const { status, json } = await world.as('ada').get('/messages', params);
    assert.equal(status, 200, json.msg);
    return (json.messages as { content: string }[]).map(({ content }) => content);
  };
  const before = await get();
  await searchIndexer(world.app).catchUp();
  assert.deepEqual(await get(), before, words);
  return before;
}

onBothEngines('Searches for emoji', (engine) => {
  test('An emoji is found however it was typed, and with any tone of skin', async (t) => {
    const world = await makeWorld(t, engine);
    const thumbs = [
      'character \u{1F44D}',
      'toned \u{1F44D}\u{1F3FD} only',
      'name :thumbs_up:',
      'other name :+1:',
    ];
    for (const text of [...thumbs, 'a heart \u2764\uFE0F', 'a flag \u{1F1E9}\u{1F1EA}', 'none'])
      await say(world, 'dan', 'general', 'signs', text);
    for (const typed of ['\u{1F44D}', '\u{1F44D}\u{1F3FD}', '"\u{1F44D}\u{1F3FB}"'])
      assert.deepEqual(await found(world, typed), thumbs, typed);
    assert.deepEqual(await found(world, 'toned\u{1F44D}'), [thumbs[1]]);
    assert.deepEqual(await found(world, 'name -\u{1F44D}'), []);
    assert.deepEqual(await found(world, '\u2764'), []);
    assert.deepEqual(await found(world, '\u2764\uFE0F'), ['a heart \u2764\uFE0F']);
    assert.deepEqual(await found(world, '\u{1F1E9}\u{1F1EA}'), ['a flag \u{1F1E9}\u{1F1EA}']);
  });

  test('An emoji of a topic is found, and highlighted in topic and text', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'dan', 'general', 'release \u{1F680}', 'first :rocket:');
    const params = {
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      narrow: [{ operator: 'search', operand: '\u{1F680}' }],
    };
    const { json } = await world.as('ada').get('/messages', params);
    const [hit] = json.messages as { match_subject: string; match_content: string }[];
    assert.equal(hit?.match_subject, 'release <span class="highlight">\u{1F680}</span>');
    assert.match(
      hit.match_content,
      /first <span class="highlight"><span [^>]*emoji-1f680[^>]*>:rocket:<\/span><\/span>/,
    );
    await world
      .as('dan')
      .post('/messages', { type: 'stream', to: 'general', topic: 'plan \u{1F680}', content: 'x' });
    assert.deepEqual((await found(world, '\u{1F680}')).sort(), ['first :rocket:', 'x']);
  });

  test('The title of a preview, the address of a link and a formula are no emoji', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'dan', 'general', 'signs', '[rocket](https://example.com/\u{1F680} "\u{1F680}")');
    assert.deepEqual(await found(world, '\u{1F680}'), []);
  });

  test('A phrase continues across an emoji, and the word of an emoji cannot be typed', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'dan', 'general', 'signs', 'warp \u{1F44D}\u{1F3FD} weft');
    for (const typed of ['"warp weft"', 'weft'])
      assert.deepEqual(await found(world, typed), ['warp \u{1F44D}\u{1F3FD} weft']);
    for (const typed of [':e1f44d', 'e1f44d']) assert.deepEqual(await found(world, typed), []);
  });
});

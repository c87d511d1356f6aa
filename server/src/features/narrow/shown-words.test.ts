import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { searchIndexer } from '../../core/messages/index-worker.ts';

type Hit = { id: number; match_content: string };

/** The hits among all messages. Asks twice: before and after the index has everything. */
async function found(world: World, words: string): Promise<Hit[]> {
  const narrow = [{ operator: 'search', operand: words }];
  const get = async () => {
    const params = { anchor: 'newest', num_before: 9, num_after: 0, narrow };
    const { status, json } = await world.as('ada').get('/messages', params);
    assert.equal(status, 200, json.msg);
    return json.messages as Hit[];
  };
  const before = await get();
  await searchIndexer(world.app).catchUp();
  assert.deepEqual(await get(), before, words);
  return before;
}

onBothEngines('Search in what is shown', (engine) => {
  test('Search finds what is shown and what the author wrote, and no hidden ids', async (t) => {
    const world = await makeWorld(t, engine);
    const { eve } = world.people;
    const general = world.channels.general;
    const quoted = `[said](#narrow/channel/${general}-general/topic/wool/near/${eve.id}):`;
    const id = await say(
      world,
      'ada',
      'general',
      'wool',
      `@_**Eve Lindqvist|${eve.id}** ${quoted} **bo**ld #**lounge** [pattern](https://example.com/warp.pdf) :tada: \`C++\``,
    );
    const shown = [
      'lindqvist',
      'bold',
      '"bold lounge"',
      'warp.pdf',
      'pattern',
      'tada',
      'c++',
      'lounge',
      'example.com',
    ];
    for (const words of shown)
      assert.deepEqual(
        (await found(world, words)).map((hit) => hit.id),
        [id],
        words,
      );
    for (const words of [`"${eve.id}"`, 'near', 'narrow', 'ld'])
      assert.deepEqual(await found(world, words), [], words);
    const [hit] = await found(world, 'bold pattern');
    assert.match(
      hit?.match_content ?? '',
      /<strong><span class="highlight">bo<\/span><\/strong><span class="highlight">ld</,
    );
    assert.match(hit?.match_content ?? '', /warp.pdf"[^>]*><span class="highlight">pattern<\/span><\/a>/);
  });
});

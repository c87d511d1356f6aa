import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { searchIndexer } from '../../core/messages/index-worker.ts';
import { asPrincipal } from '../../../../tests/support/change.ts';
import type { Term } from '../../lib/narrow/terms.ts';
import { planNarrow } from './narrow-plan.ts';

type SearchHit = { id: number; match_content: string; match_subject: string };

async function get(world: World, operand: string): Promise<SearchHit[]> {
  const range = { anchor: 'newest', num_before: 100, num_after: 0 };
  const narrow = [{ operator: 'search', operand }];
  return (await world.as('dan').get('/messages', { ...range, narrow })).json.messages as SearchHit[];
}

/** The same before and after the index has everything. */
async function found(world: World, operand: string): Promise<number[]> {
  const before = (await get(world, operand)).map(({ id }) => id);
  await searchIndexer(world.app).catchUp();
  assert.deepEqual(
    (await get(world, operand)).map(({ id }) => id),
    before,
    operand,
  );
  return before;
}

onBothEngines('Search', (engine) => {
  test('Search finds and highlights inflected forms of English words', async (t) => {
    const world = await makeWorld(t, engine);
    const m = {
      garden: await say(world, 'ada', 'general', 'plans', 'The garden is open'),
      gardens: await say(world, 'ada', 'general', 'plans', 'Two GARDENS'),
      city: await say(world, 'eve', 'general', 'cities', 'nothing here'),
      running: await say(world, 'eve', 'general', 'plans', 'running, hoped'),
      note: await say(world, 'eve', 'general', 'plans', 'do not hop'),
    };
    const cases: [typed: string, ids: number[]][] = [
      ['gardens', [m.garden, m.gardens]],
      ['Gardening', [m.garden, m.gardens]],
      ['garden', [m.garden, m.gardens]],
      ['"gardens"', [m.gardens]],
      ['gardens open', [m.garden]],
      ['city', [m.city]],
      ['runs', [m.running]],
      ['hoping', [m.running]],
      ['hops', [m.note]],
      ['notes', []],
      ['plans -gardens', [m.running, m.note]],
    ];
    for (const [typed, ids] of cases) assert.deepEqual(await found(world, typed), ids, typed);
    const [first, second] = await get(world, 'gardens');
    assert.equal(first?.match_content, '<p>The <span class="highlight">garden</span> is open</p>');
    assert.equal(second?.match_content, '<p>Two <span class="highlight">GARDENS</span></p>');
    const [named] = await get(world, 'city');
    assert.equal(named?.match_subject, '<span class="highlight">cities</span>');
  });
});

const search = (operand: string, negated = false): Term => ({ op: 'search', operand, negated });

onBothEngines('Searches without a word', (engine) => {
  test('A search for punctuation alone reads no message, and excluding punctuation excludes none', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'numbers', '50 % of _all_ - or more');
    const reader = await asPrincipal(world, 'dan');
    for (const typed of ['%', '_', '-', '"!?"', '% _ -']) {
      const { sources } = await planNarrow(world.app.db.read, reader, [search(typed), search('more')]);
      assert.deepEqual(sources, [], typed);
      const { words } = await planNarrow(world.app.db.read, reader, [search(typed, true)]);
      assert.deepEqual(words, [], typed);
      const narrow = [
        { operator: 'channel', operand: 'general' },
        { operator: 'search', operand: typed, negated: true },
      ];
      const params = { anchor: 'newest', num_before: 1, num_after: 0, narrow };
      const { json } = await world.as('dan').get('/messages', params);
      assert.deepEqual(
        (json.messages as { id: number }[]).map((message) => message.id),
        [id],
        typed,
      );
    }
  });
});

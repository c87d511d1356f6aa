import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asPrincipal } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import type { Term } from '../../lib/narrow/terms.ts';
import { planNarrow } from './narrow-plan.ts';

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

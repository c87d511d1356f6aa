import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SettledTopics } from './settled-topics.ts';

test('A topic that is kept already takes no more room when it is added again', () => {
  const kept = new SettledTopics();
  kept.add(1, 1, 'loom');
  for (let i = 0; i < 50_000; i++) kept.add(2, 1, 'warp');
  assert.ok(kept.has(1, 1, 'loom'));
});

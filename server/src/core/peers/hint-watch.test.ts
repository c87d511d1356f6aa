import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HintWatch } from './node-peers.ts';

function watch() {
  let warnings = 0;
  const hints = new HintWatch(() => warnings++);
  return { hints, count: () => warnings };
}

test('Entries of other nodes that come for long without any hint are warned of once', () => {
  const { hints, count } = watch();
  for (let now = 0; now < 60_000; now += 1000) hints.late(now);
  assert.equal(count(), 1);
});

test('Single entries that come before their hint are no reason for a warning', () => {
  const { hints, count } = watch();
  for (let now = 0; now < 60_000; now += 1000) {
    hints.late(now);
    hints.hinted(now + 5);
  }
  hints.late(100_000);
  assert.equal(count(), 0);
});

test('When hints arrive again and then stop, there is another warning', () => {
  const { hints, count } = watch();
  for (const now of [0, 20_000]) hints.late(now);
  hints.hinted(30_000);
  for (const now of [35_000, 50_000, 70_000]) hints.late(now);
  assert.equal(count(), 2);
});

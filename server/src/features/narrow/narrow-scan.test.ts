import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { interleaveScans, type Scan } from './narrow-scan.ts';

test('Of many scans at a time one continues per turn of the event loop', async () => {
  let turn = 0;
  let isOver = false;
  const turns: number[] = [];
  const count = async () => {
    for (; !isOver; turn++) await nextTurn();
  };
  async function* longSteps(): Scan {
    for (let i = 0; i < 4; i++) {
      turns.push(turn);
      for (const began = performance.now(); performance.now() - began < 30;);
      yield await Promise.resolve([]);
    }
  }
  const counting = count();
  await Promise.all([1, 2, 3].map(() => interleaveScans([{ scan: longSteps(), spent: 0 }], 1)));
  isOver = true;
  await counting;
  const waited = turns.filter((at) => at > 0);
  assert.equal(waited.length, 9);
  assert.equal(new Set(waited).size, waited.length, turns.join(' '));
});

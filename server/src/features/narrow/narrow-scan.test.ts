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
  await Promise.all(
    [1, 2, 2].map((reader) => interleaveScans([{ scan: longSteps(), spent: 0 }], 1, { id: reader })),
  );
  isOver = true;
  await counting;
  const waited = turns.filter((at) => at > 0);
  assert.equal(waited.length, 9);
  assert.equal(new Set(waited).size, waited.length, turns.join(' '));
});

test('The only long search of a reader continues as often as all searches of another reader together', async () => {
  const steps: string[] = [];
  async function* longSteps(name: string, count: number): Scan {
    for (let i = 0; i < count; i++) {
      steps.push(name);
      for (const began = performance.now(); performance.now() - began < 30;);
      yield await Promise.resolve([]);
    }
  }
  const scans = [1, 2, 3, 4].map(() =>
    interleaveScans([{ scan: longSteps('many', 4), spent: 0 }], 1, { id: 1 }),
  );
  scans.push(interleaveScans([{ scan: longSteps('one', 4), spent: 0 }], 1, { id: 2 }));
  await Promise.all(scans);
  const waited = steps.slice(scans.length);
  assert.equal(waited.filter((name) => name === 'many').length, 12);
  assert.equal(waited.slice(0, 7).filter((name) => name === 'one').length, 3, steps.join(' '));
});

test('A search whose reader has left ends before its next step', async () => {
  const leaving = new AbortController();
  const left = new Error('left');
  let steps = 0;
  async function* endless(): Scan {
    for (;;) {
      if (++steps === 3) leaving.abort(left);
      yield await Promise.resolve([]);
    }
  }
  const { signal } = leaving;
  await assert.rejects(interleaveScans([{ scan: endless(), spent: 0 }], 1, { id: 1, signal }), left);
  assert.equal(steps, 3);
});

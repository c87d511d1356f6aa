import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lowest } from './lowest.ts';

const compare = (a: { at: number }, b: { at: number }) => a.at - b.at;

test('The lowest items are those that a full stable sort would put first', () => {
  const items = Array.from({ length: 200 }, (_, id) => ({ id, at: (id * 37) % 11 }));
  for (const most of [1, 2, 9, 200, 300])
    assert.deepEqual(lowest(items, most, compare), items.toSorted(compare).slice(0, most));
});

test('The lowest of no items, and no lowest items, are an empty list', () => {
  assert.deepEqual(lowest([], 3, compare), []);
  assert.deepEqual(lowest([{ at: 1 }], 0, compare), []);
});

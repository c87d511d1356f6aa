import assert from 'node:assert/strict';
import test from 'node:test';
import { inOrder, placedAt, rowAt } from './order.ts';

test('A reordered item takes the new position and the others shift', () => {
  assert.deepEqual(placedAt(['a', 'b', 'c'], 'a', 1), ['b', 'a', 'c']);
  assert.deepEqual(placedAt(['a', 'b', 'c'], 'c', 0), ['c', 'a', 'b']);
  assert.deepEqual(placedAt(['a', 'b', 'c'], 'b', 1), ['a', 'b', 'c']);
});

test('A reordered item stays within the list', () => {
  assert.deepEqual(placedAt(['a', 'b', 'c'], 'a', -1), ['a', 'b', 'c']);
  assert.deepEqual(placedAt(['a', 'b', 'c'], 'a', 9), ['b', 'c', 'a']);
});

test('Items added during reordering appear at the end', () => {
  const items = [{ id: 1 }, { id: 2 }, { id: 3 }];
  assert.deepEqual(
    inOrder(items, ({ id }) => id, [2, 1]).map(({ id }) => id),
    [2, 1, 3],
  );
});

test('A dragged row takes a position once it passes the middle of the row there', () => {
  assert.equal(rowAt([10, 30, 50], 5), 0);
  assert.equal(rowAt([10, 30, 50], 20), 1);
  assert.equal(rowAt([10, 30, 50], 90), 2);
});

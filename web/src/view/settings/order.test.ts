import assert from 'node:assert/strict';
import test from 'node:test';
import { inOrder, placedAt, rowAt } from './order.ts';

test('what is moved takes the place, and the others close up', () => {
  assert.deepEqual(placedAt(['a', 'b', 'c'], 'a', 1), ['b', 'a', 'c']);
  assert.deepEqual(placedAt(['a', 'b', 'c'], 'c', 0), ['c', 'a', 'b']);
  assert.deepEqual(placedAt(['a', 'b', 'c'], 'b', 1), ['a', 'b', 'c']);
});

test('nothing is moved out of the list', () => {
  assert.deepEqual(placedAt(['a', 'b', 'c'], 'a', -1), ['a', 'b', 'c']);
  assert.deepEqual(placedAt(['a', 'b', 'c'], 'a', 9), ['b', 'c', 'a']);
});

test('what came in the meantime stands at the end', () => {
  const items = [{ id: 1 }, { id: 2 }, { id: 3 }];
  assert.deepEqual(
    inOrder(items, ({ id }) => id, [2, 1]).map(({ id }) => id),
    [2, 1, 3],
  );
});

test('a height belongs to the row whose middle it has not passed', () => {
  assert.equal(rowAt([10, 30, 50], 5), 0);
  assert.equal(rowAt([10, 30, 50], 20), 1);
  assert.equal(rowAt([10, 30, 50], 90), 2);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PendingWrite, WriteQueue } from './write-queue.ts';

const pending: PendingWrite = {
  me: 'system',
  needs: {},
  deferrals: 0,
  isRejected: false,
  isAlone: false,
  request: undefined,
  action: () => Promise.resolve(),
  resolve: () => undefined,
  reject: () => undefined,
};

test('The queue of writes is full at a bound, and takes writes again once some of them are written', () => {
  const queue = new WriteQueue();
  let count = 0;
  for (; !queue.isFull && count < 100_000; count++) queue.push((count % 3) + 1, { ...pending });
  assert.equal(count, 10_000);
  const group = queue.takeGroup();
  assert.equal(queue.isFull, false);
  for (const part of group) queue.putBack(part);
  assert.equal(queue.isFull, true);
});

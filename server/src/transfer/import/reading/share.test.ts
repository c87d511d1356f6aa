import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReadShare, TimeLeft } from './share.ts';

test('The rest of an import takes as long as its share at the pace since the first messages', () => {
  const left = new TimeLeft();
  // People and channels come before, at a pace of their own.
  left.note(0, 60_000);
  assert.deepEqual(left.seconds, null);
  left.note(0.01, 100_000);
  left.note(0.02, 101_000);
  assert.deepEqual(left.seconds, null, 'the first messages say little');
  left.note(0.51, 150_000);
  assert.deepEqual(left.seconds, 49);
  left.note(1, 200_000);
  assert.deepEqual(left.seconds, null);
});

test('Of an export whose parts nobody has counted yet, nothing has been read', () => {
  const share = new ReadShare();
  assert.equal(share.value, 0);
  Object.assign(share, { all: 4, done: 1 });
  assert.equal(share.value, 0.25);
});

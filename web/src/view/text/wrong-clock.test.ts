import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeWrongClock } from './wrong-clock.ts';

const minute = 60_000;

test('A clock that is wrong by some minutes or more is described with how much, and in which direction', () => {
  assert.match(describeWrongClock(12 * minute) ?? '', /is 12 minutes fast/);
  assert.match(describeWrongClock(-60 * minute) ?? '', /is 60 minutes slow/);
  assert.match(describeWrongClock(-180 * minute) ?? '', /is 3 hours slow/);
  assert.match(describeWrongClock(3 * 24 * 60 * minute) ?? '', /is 3 days fast/);
});

test('A clock that is nearly right is not described', () => {
  assert.equal(describeWrongClock(2 * minute), undefined);
  assert.equal(describeWrongClock(-2 * minute), undefined);
  assert.equal(describeWrongClock(0), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCurrentTypists } from './typists.ts';

const ben = 8;
const cat = 9;

test('A person is typing until the expiry after their last event', () => {
  const typists = new Map([
    [ben, 1000],
    [cat, 9000],
  ]);
  const find = (now: number) => findCurrentTypists(typists, now, 15_000);
  assert.deepEqual(find(10_000), [ben, cat]);
  assert.deepEqual(find(16_000), [cat]);
  assert.deepEqual(find(24_000), []);
});

test('Nobody is typing where no event has arrived', () => {
  assert.deepEqual(findCurrentTypists(undefined, 0, 15_000), []);
});

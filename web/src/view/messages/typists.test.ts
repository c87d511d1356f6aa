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
  const find = (now: number) => findCurrentTypists(typists, { now, expiry: 15_000 });
  assert.deepEqual(find(10_000), { ids: [ben, cat], expiresIn: 6000 });
  assert.deepEqual(find(16_000), { ids: [cat], expiresIn: 8000 });
  assert.deepEqual(find(24_000), { ids: [], expiresIn: undefined });
});

test('A person who continues typing beyond the expiry stays', () => {
  const find = (lastEvent: number) =>
    findCurrentTypists(new Map([[ben, lastEvent]]), { now: 20_000, expiry: 15_000 }).ids;
  assert.deepEqual(find(1000), []);
  assert.deepEqual(find(11_000), [ben]);
});

test('Nobody is typing where no event has arrived', () => {
  assert.deepEqual(findCurrentTypists(undefined, { now: 0, expiry: 15_000 }).ids, []);
});

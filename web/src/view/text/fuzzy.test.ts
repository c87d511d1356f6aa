import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzzyRank } from './fuzzy.ts';

test('Fuzzy search ranks prefixes first, then word prefixes, substrings and subsequences', () => {
  const names = ['Madder, third bath', 'The madder', 'Nomads', 'Mill and dyer'];
  assert.deepEqual(
    names.map((name) => fuzzyRank(name, 'mad')),
    [0, 1, 2, 3],
  );
});

test('Fuzzy search requires every word, in any order and case', () => {
  assert.equal(fuzzyRank('Madder, third bath', 'BATH madder'), 1);
  assert.equal(fuzzyRank('Madder, third bath', 'madder tin'), undefined);
});

test('Fuzzy subsequences must start at the beginning of a word', () => {
  assert.equal(fuzzyRank('warehouse', 'rhs'), undefined);
  assert.equal(fuzzyRank('red house', 'rhs'), 3);
});

test('Fuzzy search considers later word beginnings too', () => {
  assert.equal(fuzzyRank('smart art', 'art'), 1);
});

test('An empty fuzzy search matches everything', () => {
  assert.equal(fuzzyRank('anything', '  '), 0);
});

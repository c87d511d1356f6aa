import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzzyRank } from './fuzzy.ts';

test('Beginnings come before beginnings of words, these before what is within, letters in order last', () => {
  const names = ['Madder, third bath', 'The madder', 'Nomads', 'Mill and dyer'];
  assert.deepEqual(
    names.map((name) => fuzzyRank(name, 'mad')),
    [0, 1, 2, 3],
  );
});

test('Every word has to be found, in any order and without regard to case', () => {
  assert.equal(fuzzyRank('Madder, third bath', 'BATH madder'), 1);
  assert.equal(fuzzyRank('Madder, third bath', 'madder tin'), undefined);
});

test('Letters in order have to begin where a word begins', () => {
  assert.equal(fuzzyRank('warehouse', 'rhs'), undefined);
  assert.equal(fuzzyRank('red house', 'rhs'), 3);
});

test('A later place where a word begins counts as much as the first', () => {
  assert.equal(fuzzyRank('smart art', 'art'), 1);
});

test('An empty fuzzy search matches everything', () => {
  assert.equal(fuzzyRank('anything', '  '), 0);
});

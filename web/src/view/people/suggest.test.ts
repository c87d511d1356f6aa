import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggest } from './suggest.ts';

const names = ['warp and weft', 'Weft stock', 'lunch', 'sweft'];

test('Suggestions that start with the text come first, then those with a matching word', () => {
  assert.deepEqual(suggest(names, 'weft'), ['Weft stock', 'warp and weft', 'sweft']);
  assert.deepEqual(suggest(names, 'zebra'), []);
});

test('Suggestions without text keep their order, up to the limit', () => {
  assert.deepEqual(suggest(names, ' ', 2), ['warp and weft', 'Weft stock']);
});

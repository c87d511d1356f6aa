import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggest } from './suggest.ts';

const names = ['warp and weft', 'Weft stock', 'lunch', 'sweft'];

test('Names that begin with the text come first, then those with a word that does', () => {
  assert.deepEqual(suggest(names, 'weft'), ['Weft stock', 'warp and weft', 'sweft']);
  assert.deepEqual(suggest(names, 'zebra'), []);
});

test('Without a text the names keep their order, as many as are wanted', () => {
  assert.deepEqual(suggest(names, ' ', 2), ['warp and weft', 'Weft stock']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseForeignJson } from './json-depth.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

test('JSON of other servers is nested at most 64 deep, whatever its texts contain', () => {
  assert.equal(JSON.stringify(parseForeignJson(nested(64))), nested(64));
  assert.throws(() => parseForeignJson(nested(65)), SyntaxError);
  assert.throws(() => parseForeignJson('['.repeat(1_000_000)), SyntaxError);
  assert.deepEqual(parseForeignJson(`["\\"${'['.repeat(100)}"]`), [`"${'['.repeat(100)}`]);
  assert.throws(() => parseForeignJson('{'), SyntaxError);
});

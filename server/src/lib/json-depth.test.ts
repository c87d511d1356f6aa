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

const withFields = (count: number): string =>
  `{${Array.from({ length: count }, (_, n) => `"k${String(n)}":"a:b"`).join()}}`;

test('JSON of others has at most 30,000 fields, objects and lists, and 120,000 in a request, whatever its texts contain', () => {
  const objects = (count: number) => `[${Array.from({ length: count }, () => '{}').join()}]`;
  for (const [most, deepest] of [
    [30_000, undefined],
    [120_000, 64],
  ] as const) {
    assert.equal(Object.keys(parseForeignJson(withFields(most - 1), deepest) as object).length, most - 1);
    assert.equal((parseForeignJson(objects(most - 1), deepest) as unknown[]).length, most - 1);
    for (const text of [withFields(most), objects(most)])
      assert.throws(() => parseForeignJson(text, deepest), /too many fields/);
  }
});

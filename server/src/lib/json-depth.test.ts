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

test('JSON of others has at most 120,000 fields, objects and lists, whatever its texts contain', () => {
  const objects = (count: number) => `[${Array.from({ length: count }, () => '{}').join()}]`;
  assert.equal(Object.keys(parseForeignJson(withFields(119_999)) as object).length, 119_999);
  assert.equal((parseForeignJson(objects(119_999)) as unknown[]).length, 119_999);
  for (const text of [withFields(120_000), objects(120_000)])
    assert.throws(() => parseForeignJson(text), /too many fields/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePage, PageCache } from './cache.ts';

const made = (letters: number) => makePage('x'.repeat(letters), 1, { orgId: 1 });

test('Pages are kept as far as there is room, the last used the longest', () => {
  const cache = new PageCache();
  cache.most = 10_000;
  for (const key of ['a', 'b', 'c']) cache.set(key, made(1500));
  assert.ok(cache.get('a'));
  cache.set('d', made(1500));
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => cache.get(key) !== undefined),
    [true, false, true, true],
  );
  cache.set('a', made(10_000));
  assert.equal(cache.get('a'), undefined);
});

test('The same text has the same tag, and another has another', () => {
  assert.equal(made(5).etag, made(5).etag);
  assert.notEqual(made(5).etag, made(6).etag);
});

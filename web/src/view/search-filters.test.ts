import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinSearch, splitSearch, withoutLast } from './search-filters.ts';

const split = (query: string) => {
  const { filters, text } = splitSearch(query);
  return [...filters, `|${text}`];
};

test('A filter is whole once a space stands behind it, wherever it stands', () => {
  assert.deepEqual(split('is:starred'), ['|is:starred']);
  assert.deepEqual(split('is:starred tea'), ['is:starred', '|tea']);
  assert.deepEqual(split('tea -is:muted cups'), ['-is:muted', '|tea cups']);
  assert.deepEqual(split('sender:"Ben Bo" topic:"red thr'), ['sender:"Ben Bo"', '|topic:"red thr']);
});

test('Words with colons that are no filters stay text', () => {
  assert.deepEqual(split('https://example.com/ tea'), ['|https://example.com/ tea']);
  assert.deepEqual(split('what:ever is:unread '), ['is:unread', '|what:ever ']);
});

test('A search is the same search after it was taken apart and put together', () => {
  for (const query of ['is:starred tea', '-is:muted from:me ', 'sender:"Ben Bo" "red thread"', 'tea'])
    assert.equal(joinSearch(splitSearch(query)), query);
});

test('The last filter becomes text again where none is written, and goes where some is', () => {
  assert.deepEqual(withoutLast(splitSearch('is:starred from:me ')), {
    filters: ['is:starred'],
    text: 'from:me',
  });
  assert.deepEqual(withoutLast(splitSearch('is:starred tea')), { filters: [], text: 'tea' });
});

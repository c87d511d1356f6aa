import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinSearch, splitSearch, withoutLast } from './search-filters.ts';

const split = (query: string) => {
  const { filters, text } = splitSearch(query);
  return [...filters, `|${text}`];
};

test('A search filter is complete once followed by a space, anywhere in the search', () => {
  assert.deepEqual(split('is:starred'), ['|is:starred']);
  assert.deepEqual(split('is:starred tea'), ['is:starred', '|tea']);
  assert.deepEqual(split('tea -is:muted cups'), ['-is:muted', '|tea cups']);
  assert.deepEqual(split('sender:"Ben Bo" topic:"red thr'), ['sender:"Ben Bo"', '|topic:"red thr']);
});

test('Words with colons that are not filters stay text', () => {
  assert.deepEqual(split('https://example.com/ tea'), ['|https://example.com/ tea']);
  assert.deepEqual(split('what:ever is:unread '), ['is:unread', '|what:ever ']);
});

test('Splitting and joining a search preserves it', () => {
  for (const query of ['is:starred tea', '-is:muted from:me ', 'sender:"Ben Bo" "red thread"', 'tea'])
    assert.equal(joinSearch(splitSearch(query)), query);
});

test('Backspace turns the last filter into text where no text is left, and removes it otherwise', () => {
  assert.deepEqual(withoutLast(splitSearch('is:starred from:me ')), {
    filters: ['is:starred'],
    text: 'from:me',
  });
  assert.deepEqual(withoutLast(splitSearch('is:starred tea')), { filters: [], text: 'tea' });
});

/** Names in texts that are written from right to left. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isolate, setLanguage, t } from './text.ts';

test('Where the page is written from right to left, a name in a text keeps its punctuation', async () => {
  await setLanguage('ar');
  try {
    assert.match(t('sidebar.deleteTitle', { topic: 'C++' }), /\u2068C\+\+\u2069/u);
    assert.match(t('messages.searchFor', { query: '+1' }), /\u2068\+1\u2069/u);
    assert.doesNotMatch(t('sidebar.deleteTitle', { topic: 'looms' }), /[\u2068\u2069]/u);
  } finally {
    await setLanguage('en');
  }
  assert.equal(isolate('C++'), 'C++');
  assert.doesNotMatch(t('sidebar.deleteTitle', { topic: 'C++' }), /[\u2068\u2069]/u);
});

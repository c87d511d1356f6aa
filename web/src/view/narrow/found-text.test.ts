import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foundParts } from './found-text.ts';

test('Search matches are separated from the text, and entities are decoded', () => {
  assert.deepEqual(foundParts('✔ red <span class="highlight">tea</span> &amp; &lt;b&gt; &quot;x&#39;'), [
    { text: 'red ', isHit: false },
    { text: 'tea', isHit: true },
    { text: ` & <b> "x'`, isHit: false },
  ]);
});

test('A name that looks like markup is shown unchanged', () => {
  assert.deepEqual(foundParts('&amp;lt;b&amp;gt; &unknown;'), [
    { text: '&lt;b&gt; &unknown;', isHit: false },
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutSpoilers } from './spoilers.ts';

test('What a spoiler hides is left out of the text, and everything else stays', () => {
  const text = 'before\n```spoiler The end\nhe sleeps\n```\nafter\n~~~ Spoiler\nagain\n~~~';
  assert.equal(
    withoutSpoilers(text, '(hidden)'),
    'before\n```spoiler The end\n(hidden)\n```\nafter\n~~~ Spoiler\n(hidden)\n~~~',
  );
  const code = '```python\nspoiler = 1\n```\n```spoilers\nno\n```';
  assert.equal(withoutSpoilers(code, '(hidden)'), code);
});

test('Fences within a spoiler are hidden with it, and a spoiler without an end hides the rest', () => {
  const nested = '````spoiler\n```python\nx\n```\nsecret\n````\nafter';
  assert.equal(withoutSpoilers(nested, '-'), '````spoiler\n-\n````\nafter');
  assert.equal(withoutSpoilers('a\n```spoiler\nsecret\nmore', '-'), 'a\n```spoiler\n-');
});

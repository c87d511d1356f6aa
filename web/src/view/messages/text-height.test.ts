import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countLines, guessTextHeight, lineHeight } from './text-height.ts';

const wide = 800;

test('Lines break between words, and within a word that is longer than a line', () => {
  assert.equal(countLines('one', 60), 1);
  assert.equal(countLines('one two three', 60), 2);
  assert.equal(countLines('one two three', 45), 3);
  assert.equal(countLines('m'.repeat(10), 45), 4);
  assert.equal(countLines('', 60), 1);
});

test('Spaces at the end of a line need no room', () => {
  const width = 38;
  assert.equal(countLines('word', width), 1);
  assert.equal(countLines('word   ', width), 1);
});

test('Lines break after a hyphen, and between any two characters of Chinese or Japanese', () => {
  assert.equal(countLines('well-known', 84), 1);
  assert.equal(countLines('well-known', 60), 2);
  assert.equal(countLines('漢字漢字', 30), 2);
});

test('Wide letters fill a line earlier than narrow ones', () => {
  assert.ok(countLines('MW '.repeat(60), wide) > countLines('il '.repeat(60), wide));
});

test('Tags, entities and what is around emoji count for nothing', () => {
  const words = 'word '.repeat(14).trim();
  const linked = words.replaceAll(
    'word',
    '<a href="https://example.com/a/long/address" target="_blank">word</a>',
  );
  assert.equal(guessTextHeight(`<p>${linked}</p>`, wide), lineHeight);
  assert.equal(guessTextHeight(`<p>${'&quot;&amp;'.repeat(20)}</p>`, wide), lineHeight);
  const emoji =
    '<span aria-label="grinning" class="emoji emoji-1f600" role="img" title="grinning">:grinning:</span>';
  assert.equal(guessTextHeight(`<p>${emoji.repeat(20)}</p>`, wide), lineHeight);
});

test('Paragraphs, broken lines, lists, quotes and code are as high as the browser draws them', () => {
  for (const [html, height] of [
    ['<p>one</p>', 22],
    ['<p>one</p>\n<p>two</p>', 22 + 8 + 22],
    ['<p>one<br>\ntwo</p>', 44],
    ['<p>one</p>\n<ul>\n<li>two</li>\n<li>three</li>\n</ul>', 22 + 22 + 2 + 22],
    ['<blockquote>\n<p>one</p>\n</blockquote>\n<p>two</p>', 4 + 22 + 4 + 22],
    [
      '<p>one</p>\n<div class="codehilite"><pre><span></span><code>a\nb\n</code></pre></div>',
      22 + 4 + 16 + 2 * 23,
    ],
  ] as const)
    assert.equal(guessTextHeight(html, wide), height, html);
});

test('A message without text is one line high', () => {
  assert.equal(guessTextHeight('', wide), lineHeight);
});

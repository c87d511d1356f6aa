import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHtml } from './html.ts';

const read = (html: string): string =>
  fromHtml(html, () => undefined)
    .map((piece) => (typeof piece === 'string' ? piece : '@'))
    .join('');

test('HTML becomes Markdown, and scripts and comments nothing', () => {
  assert.equal(
    read(
      '<p>a <b>bold</b> <a href="https://example.com/?a=1&amp;b=2">link</a></p><script>alert(1)</script><!-- x -->',
    ),
    'a **bold** [link](https://example.com/?a=1&b=2)',
  );
  assert.equal(read('<a href="javascript:alert(1)">no</a>'), 'no');
  assert.equal(read('a < b <a href="x>y'), 'a < b <a href="x>y');
});

/** Read again from each of their places, these would take minutes. */
test('Tags, quotes, comments and spaces that never end are read once', () => {
  const many = 50_000;
  for (const part of [
    '<a',
    '<a ',
    '<a "',
    "<a '",
    '<!--',
    '<',
    '</',
    '<a b=',
    '<pre>  ',
    '<a b="',
    '`',
    ' \u00a0',
  ])
    assert.equal(typeof read(part.repeat(many)), 'string', part);
  assert.equal(typeof read(`<pre>${' '.repeat(many)}x`), 'string');
  assert.equal(typeof read(`<p ${'a'.repeat(many)}>x</p>`), 'string');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from '../../../../tests/support/markdown/cast.ts';
import { bold, code, codeBlock, enumeration, link, md, ownMarkdown, quote } from './markup.ts';

const html = ({ text }: { text: string }) => render(text).html;

test('A text is shown as it is, whatever it looks like in Markdown', () => {
  for (const text of [
    'a *b* c ** d **',
    '`code` ``more``',
    '[x](https://example.com)',
    '[WIP] fix [this',
    '~~struck~~ ~one~',
    '$$x$$ and $5',
    '![x](https://example.com/a.png)',
    '# heading',
    '1. first',
    '- item',
    '> quoted',
    '| a | b |',
    '/me waves',
    '&amp; &#42; & AT&T',
    '\\*not\\*',
    '@**all** @*weavers* #**loom**',
    '<b>bold</b>',
    '2 * 3 < 7',
  ]) {
    // Addresses are links to themselves.
    const shown = render(md`${text}`.text).html.replace(/<\/?p>|<a [^>]*>|<\/a>/g, '');
    const plain = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    assert.equal(shown.replaceAll('&quot;', '"'), plain);
  }
});

test('A text stays on one line, within a bound', () => {
  assert.equal(md`a ${'b\n\n# c\r\nd'} e`.text, 'a b # c d e');
  assert.ok(md`${'x'.repeat(10_000)}`.text.length <= 400);
});

test('A link leads to a web page or an address for mail, or is no link', () => {
  assert.equal(link('here', 'https://example.com/a b').text, '[here](https://example.com/a%20b)');
  assert.match(
    html(link('[a](b) `c`', 'https://example.com/(x)')),
    /href="https:\/\/example\.com\/%28x%29"[^>]*>\[a\]\(b\) `c`<\/a>/,
  );
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    '/relative',
    '',
    'https://',
    undefined,
    `https://a/${'x'.repeat(3000)}`,
  ])
    assert.equal(link('here', url).text, 'here');
});

test('Code and blocks of code end where they are meant to', () => {
  assert.match(html(code('a`b``c')), /<code>a`b``c<\/code>/);
  assert.match(html(code('`a`')), /<code> `a` <\/code>/);
  const block = html(codeBlock('```\n@**all**\n````\nx'));
  assert.doesNotMatch(block, /user-mention/);
  assert.equal(block.match(/<pre>/g)?.length, 1);
});

test('A quotation shows Markdown, mentions nobody and does not end early', () => {
  const hostile = '*kept* @**all**\n~~~\n@**all**\n> x\n```\n@**all**';
  const rendered = render(`Said:\n\n${quote(hostile).text}\n\nAfter.`);
  assert.equal(rendered.wildcard, 'none');
  assert.match(rendered.html, /<em>kept<\/em>/);
  assert.match(rendered.html, /<p>After\.<\/p>$/);
  assert.equal(quote('<!-- a template -->\n').text, '');
  assert.equal(quote('<!-- never closed').text, '');
});

test('Markdown of the address’s owner is kept, but mentions nobody and is no command', () => {
  assert.equal(ownMarkdown('**a** [b](https://example.com)').text, '**a** [b](https://example.com)');
  const { wildcard, isMe } = render(ownMarkdown('/me is @**all**').text);
  assert.deepEqual([wildcard, isMe], ['none', false]);
});

test('Message parts are joined as in a sentence', () => {
  assert.equal(enumeration(['a']).text, 'a');
  assert.equal(enumeration(['a', bold('b'), 'c*']).text, 'a, **b** and c&#42;');
  assert.equal(enumeration(['a', 'b', 'c', 'd'], 2).text, 'a, b and 2 more');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type HtmlOptions, markdownOfHtml } from './to-markdown.ts';

const table: [what: string, html: string, markdown: string, options?: HtmlOptions][] = [
  [
    'links and tables',
    '<p>Please <a href="https://approve.example/42">approve</a></p><table><tr><td>Item</td><td>Price</td></tr><tr><td>Rope</td><td>12</td></tr></table>',
    'Please [approve](https://approve.example/42)\n\n| Item | Price |\n| --- | --- |\n| Rope | 12 |',
  ],
  [
    'lists in lists, also without end tags',
    'Take:<ol><li>a<ul><li>b<li>c</ul><li><p>d</p></ol>Go',
    'Take:\n\n1. a\n   - b\n   - c\n2. d\n\nGo',
  ],
  [
    'code with its spaces and ticks',
    '<pre>a\n  b &lt; <b>c</b>\n</pre>and <code>x`y</code>',
    '```\na\n  b < c\n```\n\nand `` x`y ``',
  ],
  [
    'headings and emphasis',
    '<h2><b>Big</b> news</h2><div>a <b>bold </b>word, <s>no</s></div>',
    '## Big news\n\na **bold** word, ~~no~~',
  ],
  ['empty lines', '<div>a</div><div><br></div><div>b<br>c</div>', 'a\n\nb\nc'],
  ['quotations', '<blockquote><p>a</p><p>b</p></blockquote>c', '> a\n>\n> b\n\nc'],
  [
    'tables that only lay out the page',
    '<table><tr><td><table><tr><td>Logo</td></tr></table></td></tr><tr><td><p>Hello</p><p>World</p></td></tr></table>',
    'Logo\n\nHello\n\nWorld',
  ],
  [
    'a link around a block, and addresses that would end a link',
    '<a href="https://x.example/a(b) c"><div>Open [it]</div></a>',
    '[Open &#91;it&#93;](https://x.example/a%28b%29%20c)',
  ],
  [
    'addresses that are their own text, and unsafe ones',
    '<a href="mailto:a@b.example">a@b.example</a> <a href="javascript:x">y</a>',
    'a@b.example y',
  ],
  [
    'images, without those that count readers',
    '<img src="https://x.example/c.png" alt="Chart"><img width="1" src="https://x.example/1"> <img src="cid:7">',
    '[Chart](https://x.example/c.png) [plan](/p)',
    { ownImage: (id) => (id === '7' ? '[plan](/p)' : undefined) },
  ],
  [
    'nothing that is hidden',
    '<head><title>t</title></head><div style="color:red; display: none">x<div>y</div></div><script>z("<p>")</script><!-- c -->seen',
    'seen',
  ],
  ['signs that only look like tags', '<p>a < b && c > d <3</p>', 'a < b && c > d <3'],
];

for (const [what, html, markdown, options] of table)
  test(`HTML becomes Markdown with ${what}`, () => {
    assert.equal(markdownOfHtml(html, options), markdown);
  });

test('Any HTML is converted, in a time that grows with its length only', () => {
  const piece = fc.constantFrom(
    '<p>',
    '</p>',
    '<td>',
    '<tr>',
    '</table>',
    '<table>',
    '<li>',
    '<a href="https://x">',
    '</a>',
    '<pre>',
    '<b',
    '"',
    '>',
    '<!--',
    '&amp',
    ' ',
    'x',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      assert.equal(typeof markdownOfHtml(pieces.join('')), 'string');
    }),
    { numRuns: 300 },
  );
  for (const each of [
    '<a ',
    '<a "',
    '<p>',
    '<table><tr><td>',
    '<blockquote>',
    '<b>x',
    '<li>',
    '<a href="https://x">y</a>',
    '<ul>',
  ]) {
    const before = process.cpuUsage();
    markdownOfHtml(each.repeat(Math.ceil(500_000 / each.length)));
    assert.ok(process.cpuUsage(before).user < 3_000_000, each);
  }
});

test('What is behind 15,000 tags and texts is left out', () => {
  const text = markdownOfHtml('<b>x</b>\n'.repeat(5000));
  assert.match(text, /^\*\*x\*\* \*\*x\*\*/);
  assert.equal(text.match(/x/g)?.length, 15_000 / 4);
});

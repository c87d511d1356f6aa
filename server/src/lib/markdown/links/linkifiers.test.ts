import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findLinks, compileLinkifiers, linkifierProblem } from './linkifiers.ts';
import { requiredLiteral } from './required-literal.ts';
import { cases, linkifiers, organizationUrl, render } from '../../../../../tests/support/markdown/cast.ts';
import { topicLinks } from './topic-links.ts';
import type { RenderOptions } from '../types.ts';

const a = (href: string, text: string) => `<a href="${href}" rel="noopener noreferrer">${text}</a>`;
const bug = (id: number) => a(`https://bugs.example.com/${id}`, `#${id}`);
const withLinkifiers: RenderOptions = { linkifiers };

cases(
  'linkifiers',
  [
    ['#12', `<p>${bug(12)}</p>`],
    ['see #12, (#13) and "#14".', `<p>see ${bug(12)}, (${bug(13)}) and "${bug(14)}".</p>`],
    ['#12 #13', `<p>${bug(12)} ${bug(13)}</p>`],
    ['#12,#13', `<p>${bug(12)},${bug(13)}</p>`],
    ['#12\n#13', `<p>${bug(12)}<br>\n${bug(13)}</p>`],
    ['a#12 #12a #12_', `<p>a#12 #12a ${bug(12)}_</p>`],
    ['看#12好', `<p>看${bug(12)}好</p>`],
    ['（#12）', `<p>（${bug(12)}）</p>`],
    ['**#12** *b*#13', `<p><strong>${bug(12)}</strong> <em>b</em>${bug(13)}</p>`],
    ['- #12', `<ul>\n<li>${bug(12)}</li>\n</ul>`],
    ['# #12', `<h1>${bug(12)}</h1>`],
    ['> #12', `<blockquote>\n<p>${bug(12)}</p>\n</blockquote>`],
    [
      '|#12|\n|-|',
      `<table>\n<thead>\n<tr>\n<th>${bug(12)}</th>\n</tr>\n</thead>\n<tbody>\n</tbody>\n</table>`,
    ],
    ['`#12`', '<p><code>#12</code></p>'],
    ['```\n#12\n```', '<div class="codehilite"><pre><span></span><code>#12\n</code></pre></div>'],
    ['[#12](https://x.example.com)', `<p>${a('https://x.example.com', '#12')}</p>`],
    ['https://x.example.com/#12', `<p>${a('https://x.example.com/#12', 'https://x.example.com/#12')}</p>`],
    [
      '#**loom** #12',
      `<p><a class="stream" data-stream-id="3" href="/#narrow/channel/3-loom">#loom</a> ${bug(12)}</p>`,
    ],
    ['loom/heddle-js#5 x', `<p>${a('https://git.example.com/loom/heddle-js/5', 'loom/heddle-js#5')} x</p>`],
    ['DESK-7', `<p>${a('https://desk.example.com/?key=DESK-7', 'DESK-7')}</p>`],
    ['Ticket 9', `<p>${a('/#tickets/9', 'Ticket 9')}</p>`],
    ['bad alert(1)', '<p>bad alert(1)</p>'],
    ['(broken', '<p>(broken</p>'],
    ['#<b>12</b>', '<p>#&lt;b&gt;12&lt;/b&gt;</p>'],
    ['a & #12 < b', `<p>a &amp; ${bug(12)} &lt; b</p>`],
    ['nothing here', '<p>nothing here</p>'],
  ],
  withLinkifiers,
);

describe('Linkifiers', () => {
  test('Linkifiers create links that count as links of the message', () => {
    assert.equal(render('#12', withLinkifiers).hasLink, true);
    assert.equal(render('# 12', withLinkifiers).hasLink, false);
    assert.equal(render('#12').hasLink, false);
  });

  test('Linkifiers pass unmatched text to later ones', () => {
    const both = [
      { id: 1, pattern: 'loom#(?P<id>\\d+)', urlTemplate: 'https://a.example.com/{id}' },
      { id: 2, pattern: '(?P<name>[a-z]+)#(?P<id>\\d+)', urlTemplate: 'https://b.example.com/{name}/{id}' },
    ];
    const { html } = render('loom#1 yarn#2', { linkifiers: both });
    assert.equal(
      html,
      `<p>${a('https://a.example.com/1', 'loom#1')} ${a('https://b.example.com/yarn/2', 'yarn#2')}</p>`,
    );
  });

  test('Linkifiers that match the empty string create no links', () => {
    const empty = [{ id: 1, pattern: 'x*', urlTemplate: 'https://a.example.com/' }];
    assert.equal(render('a **b**', { linkifiers: empty }).html, '<p>a <strong>b</strong></p>');
  });

  test('Linkifiers are limited in cost, whatever their patterns', () => {
    const slow = [{ id: 1, pattern: '#\\d+(?:.*x)?', urlTemplate: 'https://a.example.com/' }];
    const { html, degraded } = render('#1 '.repeat(3000), { linkifiers: slow });
    assert.equal(degraded, false);
    assert.ok((html.match(/<a /g)?.length ?? 0) < 3000);
    const budget = { linkifierWorkLeft: 50 };
    assert.deepEqual(findLinks(compileLinkifiers(slow)[0]!, '#1 #2', budget), []);
  });

  test('Linkifiers stay compiled however many other organizations have', () => {
    const make = (pattern: string) => [{ id: 1, pattern, urlTemplate: 'https://a.example.com/' }];
    const [idle, busy] = [make('idle'), make('busy')];
    const [ofIdle, ofBusy] = [compileLinkifiers(idle)[0], compileLinkifiers(busy)[0]];
    for (let other = 0; other < 1100; other++) {
      compileLinkifiers(make(`o${other}`));
      // The organization is loaded again with the same linkifiers.
      if (other % 500 === 0) assert.equal(compileLinkifiers([...busy])[0], ofBusy);
    }
    assert.equal(compileLinkifiers([...busy])[0], ofBusy);
    assert.equal(compileLinkifiers(idle)[0], ofIdle);
  });
});

test('An invalid linkifier is reported with a reason', () => {
  const problem = (pattern: string, urlTemplate = 'https://x.example.com/') =>
    linkifierProblem({ pattern, urlTemplate })?.text;
  assert.equal(problem('#(?P<id>[0-9]+)', 'https://x.example.com/{id}'), undefined);
  assert.equal(problem('#[0-9]+'), undefined);
  assert.match(problem('(') ?? '', /missing closing/);
  assert.match(problem('a)|(b') ?? '', /unexpected/);
  assert.match(problem('(a)\\1') ?? '', /invalid escape/);
  assert.match(problem('(?=a)') ?? '', /invalid/i);
  assert.match(problem('a', '{') ?? '', /Invalid URL template/);
  assert.match(
    problem('(?P<a>x)', 'https://x.example.com/{b}') ?? '',
    /Group 'b' in URL template is not present in linkifier pattern/,
  );
  assert.match(problem('(?P<a>x)') ?? '', /Group 'a' in linkifier pattern is not present in URL template/);
  assert.match(problem('') ?? '', /empty/);
  assert.match(problem('a*') ?? '', /matches nothing/);
  assert.match(problem('(?:a{100}){9}') ?? '', /too complex/);
});

describe('Topic links', () => {
  const links = (topic: string) => topicLinks(topic, linkifiers);

  test('Topic links are linkifier matches in order', () => {
    assert.deepEqual(links('DESK-7 and #12'), [
      { text: 'DESK-7', url: 'https://desk.example.com/?key=DESK-7' },
      { text: '#12', url: 'https://bugs.example.com/12' },
    ]);
  });

  test('Topic links include URLs, without matching inside of them', () => {
    assert.deepEqual(links('see https://x.example.com/#12, example.org/a or me@example.org'), [
      { text: 'https://x.example.com/#12', url: 'https://x.example.com/#12' },
      { text: 'example.org/a', url: 'https://example.org/a' },
    ]);
    assert.deepEqual(topicLinks('www.example.com'), [
      { text: 'www.example.com', url: 'https://www.example.com' },
    ]);
  });

  test('Topic links do not overlap: the first linkifier wins', () => {
    assert.deepEqual(links('loom/heddle#5'), [
      { text: 'loom/heddle#5', url: 'https://git.example.com/loom/heddle/5' },
    ]);
    const both = [
      { id: 1, pattern: 'b#c', urlTemplate: 'https://one.example.com' },
      { id: 2, pattern: 'a b#c', urlTemplate: 'https://two.example.com' },
    ];
    assert.deepEqual(topicLinks('a b#c', both), [{ text: 'b#c', url: 'https://one.example.com' }]);
  });

  test('Most topics have no links', () => {
    for (const topic of ['', 'warp speed', 'v1.2.3 main.rs', 'javascript:x', '(broken', 'http://'])
      assert.deepEqual(links(topic), [], topic);
  });

  test('Topic links keep organization URLs absolute', () => {
    assert.deepEqual(links('ticket 9'), [{ text: 'ticket 9', url: `${organizationUrl}/#tickets/9` }]);
  });
});

test('The literal that every match of a pattern contains is derived', () => {
  const literals: [string, string][] = [
    ...([
      ['#(?P<id>[0-9]+)', '#'],
      ['abc', 'abc'],
      ['ab?c', 'a'],
      ['ab+c', 'ab'],
      ['a{2}bc', 'bc'],
      ['a|b', ''],
    ] as [string, string][]),
    ...([
      ['(a|b)cd', 'cd'],
      ['[#a]bc', 'bc'],
      ['a\\.b', 'a.b'],
      ['\\d+-x', '-x'],
      ['(?i)abc', ''],
      ['^abc$', 'abc'],
    ] as [string, string][]),
    ...([
      ['[]a]b', 'b'],
      ['[^]a]b', 'b'],
      ['[[:alpha:]]bc', 'bc'],
      ['(a(b)c)d', 'd'],
      ['a.b', 'a'],
      ['x{a|y}z', ''],
    ] as [string, string][]),
    ...([
      ['\\pLab', ''],
      ['\\x{41}', ''],
      ['a\\[b', 'a[b'],
      ['([)])a', 'a'],
      ['', ''],
    ] as [string, string][]),
  ];
  for (const [pattern, literal] of literals) assert.equal(requiredLiteral(pattern), literal, pattern);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { highlightHtml, highlightText } from './highlight.ts';
import { isFound, searchQuery } from './query.ts';
import { searchText } from './text.ts';

/** With [ ] in place of the marks. */
const short = (html: string): string =>
  html.replaceAll(/<span class="highlight">((?:[^<]|<(?!\/span>))*)<\/span>/g, '[$1]');
const inHtml = (html: string, typed: string): string => short(highlightHtml(html, searchQuery(typed).wanted));

describe('Search highlights', () => {
  const cases: [html: string, typed: string, shown: string][] = [
    ['<p>Weaving on the loom</p>', 'weav', '<p>[Weaving] on the loom</p>'],
    ['<p>Weaving on the loom</p>', '"weav"', '<p>Weaving on the loom</p>'],
    ['<p>big <b>loom</b></p>', '"big loom"', '<p>[big] <b>[loom]</b></p>'],
    ['<p>loom big</p>', '"big loom"', '<p>loom big</p>'],
    ['<p class="p">p</p>', 'p class', '<p class="p">[p]</p>'],
    ['<p>a &lt;b&gt; &amp; lt</p>', 'lt amp', '<p>a &lt;b&gt; &amp; [lt]</p>'],
    ['<p>caf&#233; CAFÉ cafe\u0301s</p>', 'cafe', '<p>[caf&#233;] [CAFÉ] [cafe\u0301s]</p>'],
    ['<p>don&#39;t</p>', "don't", '<p>[don]&#39;[t]</p>'],
    ['<p>你好吗</p>', '好', '<p>你[好]吗</p>'],
    ['<p>你好吗</p>', '好吗', '<p>你[好吗]</p>'],
    ['<p>你好吗</p>', '你好吗', '<p>[你好吗]</p>'],
    ['<p>ｶﾞﾗｽ</p>', 'ガ', '<p>[ｶﾞ]ﾗｽ</p>'],
    ['<p>tea tea</p>', 'tea te "tea"', '<p>[tea] [tea]</p>'],
    ['<p>tea</p>', '-tea', '<p>tea</p>'],
    ['<p>x&#39; &#x74;ea t&#101;a</p>', 'tea', '<p>x&#39; [&#x74;ea] [t&#101;a]</p>'],
    ['<p>A&T R&amp;D &nosuch; t&ea</p>', 'a d ea', '<p>[A]&T R&amp;[D] &nosuch; t&[ea]</p>'],
    ['<p>loom 2 Loom2 l<p>oom</p></p>', 'LOOM', '<p>[loom] 2 [Loom2] l<p>oom</p></p>'],
    ['<p>l<strong>o<em>o</em></strong>ms</p>', 'loom', '<p>[l]<strong>[o]<em>[o]</em></strong>[ms]</p>'],
    ['<p>é<em>t</em>é <em>é</em></p>', 'ete', '<p>[é]<em>[t]</em>[é] <em>é</em></p>'],
    ['<p>a<code></code> b</p>', 'a b', '<p>[a]<code></code> [b]</p>'],
    ['<p>a 👍🏽 <a title="👍">👍</a></p>', '👍', '<p>a [👍🏽] <a title="👍">[👍]</a></p>'],
    ['<p>1️⃣ 1</p>', '1️⃣', '<p>[1️⃣] 1</p>'],
    [
      '<p>x <span class="katex"><span class="katex-mathml"><math>x</math></span><span class="katex-html"><span>x</span></span></span>x</p>',
      'x',
      '<p>[x] <span class="katex"><span class="katex-mathml"><math>x</math></span><span class="katex-html"><span>x</span></span></span>[x]</p>',
    ],
    [
      '<p>red, <a href="/red">red</a> loom red</p>',
      '"red loom"',
      '<p>red, <a href="/red">[red]</a> [loom] red</p>',
    ],
    [
      '<p><a class="tea" data-tea="1">@Tea Tan</a> <code>tea</code></p>',
      'tea',
      '<p><a class="tea" data-tea="1">@[Tea] Tan</a> <code>[tea]</code></p>',
    ],
  ];
  for (const [html, typed, shown] of cases)
    test(`Search highlight: ${typed} in ${html}`, () => {
      assert.equal(inHtml(html, typed), shown);
    });

  test('A search highlight encloses the element of an emoji', () => {
    const thumb = '<span aria-label="thumbs up" class="emoji emoji-1f44d" role="img">:thumbs_up:</span>';
    const { wanted } = searchQuery('👍🏾 thumbs');
    assert.equal(
      highlightHtml(`<p>${thumb} a</p>`, wanted),
      `<p><span class="highlight">${thumb}</span> a</p>`,
    );
  });

  test('Search highlights are escaped in plain text', () => {
    const { wanted } = searchQuery('b');
    assert.equal(
      short(highlightText(`<b> & "b" 'x'`, wanted)),
      '&lt;[b]&gt; &amp; &quot;[b]&quot; &#39;x&#39;',
    );
  });

  test('Search highlights cover exactly the matches', () => {
    const piece = fc.constantFrom(
      'a',
      'B',
      'ab',
      'é',
      'e\u0301',
      '\u0301',
      'ß',
      'ﬁ',
      'İ',
      '½',
      '你',
      '好',
      'ガ',
      'ｶﾞ',
      '한',
      '\u1100\u1161',
      '𠮷',
      ' ',
      '-',
      '_',
      '.',
      '\u00a0',
      '😀',
      'x'.repeat(70),
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    const typed = fc.constantFrom(
      'a',
      'ab',
      'e',
      'ss',
      '"fi"',
      '你',
      '你好',
      '"a b"',
      'a -b',
      'ガ',
      '한',
      '1',
      'x'.repeat(65),
    );
    fc.assert(
      fc.property(text, typed, (content, words) => {
        const query = { ...searchQuery(words), unwanted: [] };
        const isMarked = highlightText(content, query.wanted).includes('<span class="highlight">');
        const isThere = query.wanted.some((term) =>
          isFound({ wanted: [term], unwanted: [] }, [searchText(content)]),
        );
        assert.equal(isMarked, isThere);
      }),
      { numRuns: 1000 },
    );
  });

  test('Search highlighting never changes the text', () => {
    const piece = fc.constantFrom(
      '<b>',
      '</b>',
      '&amp;',
      '&#233;',
      'a',
      'B',
      'é',
      'e\u0301',
      '你',
      '好',
      ' ',
      '-',
      'ß',
      '𠮷',
    );
    const some = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(
        some,
        fc.array(fc.constantFrom('a', 'b', 'e', 's', '你', '你好', '"a b"', 'amp'), { maxLength: 3 }),
        (html, typed) => {
          const marked = highlightHtml(html, searchQuery(typed.join(' ')).wanted);
          assert.equal(marked.replaceAll('<span class="highlight">', '').replaceAll('</span>', ''), html);
          assert.doesNotMatch(marked, /<[^>]*<|&[#\w]*</);
        },
      ),
      { numRuns: 500 },
    );
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { highlightHtml, highlightText } from './highlight.ts';
import { searchQuery } from './query.ts';

/** With [ ] in place of the marks. */
const short = (html: string): string =>
  html.replaceAll('<span class="highlight">', '[').replaceAll(/<\/span>/g, ']');
const inHtml = (html: string, typed: string): string => short(highlightHtml(html, searchQuery(typed).wanted));

describe('what a search found', () => {
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
  ];
  for (const [html, typed, shown] of cases)
    test(`${typed} in ${html}`, () => {
      assert.equal(inHtml(html, typed), shown);
    });

  test('is escaped in plain text', () => {
    const { wanted } = searchQuery('b');
    assert.equal(
      short(highlightText(`<b> & "b" 'x'`, wanted)),
      '&lt;[b]&gt; &amp; &quot;[b]&quot; &#39;x&#39;',
    );
  });

  test('is the text itself, whatever is searched for', () => {
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

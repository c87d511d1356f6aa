import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { problemIn, sanitized } from '../../../../tests/support/markdown/allow-list.ts';
import { shapeProblem } from '../../../../tests/support/markdown/client-shapes.ts';
import { writeHtml } from './html.ts';
import { parse } from './parser.ts';
import { mayHaveMarkup, plainHtml } from './plain.ts';
import { renderMessage, type RenderOptions } from './render.ts';
import { newScope } from './scope.ts';
import { linkifiers, names, previews, render } from '../../../../tests/support/markdown/cast.ts';
import { everything, flood, floods, markup } from '../../../../tests/support/markdown/markup.ts';

const options: RenderOptions = { organizationUrl: 'https://chat.example.org' };

const allOptions: RenderOptions = {
  ...options,
  linkifiers,
  previews,
  translateEmoticons: true,
  defaultCodeLanguage: 'js',
  playgroundLanguages: ['Loom'],
  customEmoji: (name) => (name === '+1' ? '/user_avatars/1/emoji/images/1.png' : undefined),
};

describe('Rendering any input', () => {
  for (const [name, given] of Object.entries({ 'no options': options, 'every option': allOptions })) {
    test(`The HTML of any input is well-formed and allowed: ${name}`, () => {
      fc.assert(
        fc.property(markup, (source) => {
          const { html, degraded } = renderMessage(source, everything, given);
          assert.equal(problemIn(html), undefined);
          assert.equal(sanitized(html), html);
          assert.equal(shapeProblem(html), undefined);
          assert.equal(degraded, false);
        }),
        { numRuns: 3000 },
      );
    });
  }

  test('Content between fences stays text', () => {
    const fence = '~'.repeat(200);
    fc.assert(
      fc.property(markup, (source) => {
        const { html } = renderMessage(`${fence}py\n${source}\n${fence}`, everything, allOptions);
        assert.match(html, /^<div class="codehilite"/);
        assert.doesNotMatch(html, /<(?:a|img|video|audio|p|math|svg)\b/);
      }),
    );
  });

  test('Plain text renders the same with and without the parser', () => {
    const quiet = fc
      .array(
        fc.constantFrom(
          'a',
          'B9',
          ' ',
          '  ',
          '\n',
          '\n\n',
          '. ',
          '.',
          ', ',
          ': ',
          ':',
          '<',
          '&',
          '>',
          '"',
          '#',
          '-',
          '1',
          '1.',
          '_',
          'é',
          '你',
          '@ ',
          '@',
          '\u00a0',
          '=',
          '!',
          '$',
          ':)',
        ),
        {
          maxLength: 25,
        },
      )
      .map((parts) => parts.join(''));
    let compared = 0;
    fc.assert(
      fc.property(quiet, (source) => {
        if (mayHaveMarkup(source)) return;
        compared++;
        const scope = newScope(names, {});
        assert.equal(plainHtml(source), writeHtml(parse(source, scope), scope));
      }),
      { numRuns: 4000 },
    );
    assert.ok(compared > 500);
  });

  test('Rendering is deterministic', () => {
    fc.assert(
      fc.property(markup, markup, (source, other) => {
        const first = renderMessage(source, everything).html;
        renderMessage(other, everything, allOptions);
        assert.equal(renderMessage(source, everything).html, first);
      }),
    );
  });
});

describe('Rendering limits', () => {
  test('Ten thousand characters of any input render to at most a megabyte of allowed HTML', () => {
    for (const pattern of floods) {
      for (const given of [options, allOptions]) {
        const { html } = renderMessage(flood(pattern), everything, given);
        assert.ok(Buffer.byteLength(html) <= 1_000_000, pattern);
        assert.equal(problemIn(html), undefined, pattern);
      }
    }
  });

  test('Content nested too deeply is shown as plain text without mentions', () => {
    const rendered = render(`${'> '.repeat(100)}@**Ada Quill** **a**\n\n@**Ada Quill**`);
    assert.equal(rendered.degraded, true);
    assert.equal(rendered.html, `<p>${'&gt; '.repeat(100)}@**Ada Quill** **a**</p>\n<p>@**Ada Quill**</p>`);
    assert.deepEqual(rendered.mentionedUsers, []);
  });

  test('Emphasis is limited in depth', () => {
    const rendered = render(`${'*a **b '.repeat(40)}c${'** d*'.repeat(40)}`);
    assert.equal(rendered.degraded, true);
    assert.equal(problemIn(rendered.html), undefined);
  });

  test('Content beyond the maximum message length is shown as plain text', () => {
    const rendered = render('**a** '.repeat(5000));
    assert.equal(rendered.degraded, true);
    assert.ok(rendered.html.startsWith('<p>**a** **a**'));
  });

  test('A failing name lookup does not fail the sender', () => {
    const failing = { ...names, userById: () => assert.fail('no names today') };
    assert.equal(renderMessage('**a** @**|1**', failing).html, '<p>**a** @**|1**</p>');
  });

  test('Ordinary nesting is within the limit', () => {
    const list = Array.from({ length: 12 }, (_, i) => `${'  '.repeat(i)}- a`).join('\n');
    assert.equal(render(list).degraded, false);
    assert.equal(render(`${'> '.repeat(15)}a`).degraded, false);
    assert.equal(render('a 👍 @**Ada Quill** https://x.example.com\n'.repeat(150)).degraded, false);
  });
});

test('The shape checker finds invalid shapes', () => {
  const bad = {
    code: '<div class="codehilite"><pre><span></span><code><span class="k"><span class="n">a</span></span>\n</code></pre></div>',
    preview: '<div class="message_inline_image"><img src="/a"></div>',
    table: '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n</tr>\n</tbody>\n</table>',
    formula: '<p>a <span class="katex-display"></span></p>',
    list: '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>',
  };
  for (const [problem, html] of Object.entries(bad)) assert.equal(shapeProblem(html), problem);
  const source = '- a\n  - b\n\n|a|\n|-|\n|b|\n\n```py\ndef\n```\n```math\na\n```\n/user_uploads/2/a.png';
  assert.equal(shapeProblem(render(source, { previews }).html), undefined);
});

test('The HTML checker of the tests finds invalid HTML', () => {
  const bad = [
    '<script>',
    '<p>',
    '</p>',
    '<p><b></b></p>',
    '<p onclick="x"></p>',
    '<a href="javascript:x"></a>',
    'a < b',
    '&nbsp;',
  ];
  const more = [
    '<span class="x"></span>',
    '<img src="https://x">',
    '<img src="//x">',
    '<p><math></math></p>',
    '<p><svg></svg></p>',
    '<path d="M1"/>',
    '<span class="katex"><p></p></span>',
    '<span class="katex"><span style="background: url(x)"></span></span>',
    '<span class="katex"></span><mi>x</mi>',
    '<div class="codehilite"><span class="hll">a</span></div>',
    '<audio controls="x" src="/a"></audio>',
  ];
  for (const html of [...bad, ...more]) {
    assert.notEqual(problemIn(html), undefined, html);
    assert.equal(problemIn(sanitized(html)), undefined, html);
  }
  assert.equal(problemIn('<p>a &amp; <a href="/x" rel="noopener noreferrer">b</a></p>\n<hr>'), undefined);
});

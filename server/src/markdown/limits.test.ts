import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { problemIn } from './allow-list.ts';
import { writeHtml } from './html.ts';
import { parse } from './parser.ts';
import { mayHaveMarkup, plainHtml } from './plain.ts';
import { renderMessage, type MentionSource } from './render.ts';
import { newScope } from './scope.ts';
import { names, render } from './test-cast.ts';

/** Everybody and everything exists, under the longest names. */
const everything: MentionSource = {
  userByName: (name) => ({ id: 1, fullName: name }),
  userById: (id) => ({ id, fullName: '<"&>'.repeat(25) }),
  groupByName: (name) => ({ id: 1, name }),
  channelByName: (name) => ({ id: 1, name }),
  channelById: (id) => ({ id, name: '<"&>'.repeat(15) }),
};

const fragments = [
  ...[
    '*',
    '**',
    '~~',
    '`',
    '``',
    '```',
    '~~~',
    '[',
    ']',
    '](',
    ')',
    '!',
    '(',
    '<',
    '>',
    '&',
    '"',
    "'",
    '\\',
    '|',
    '_',
  ],
  ...[
    '\n',
    '\n\n',
    ' ',
    '    ',
    '\t',
    '\r\n',
    '\0',
    '\u2028',
    '\ud83d',
    '\udc00',
    '\ufe0f',
    '\u200d',
    '\u20e3',
  ],
  ...[
    '> ',
    '- ',
    '1. ',
    '# ',
    '---\n',
    '|-|\n',
    '|a|b|\n|-|-|\n',
    '```quote\n',
    '```spoiler *x*\n',
    '```js\n',
    '```\n',
  ],
  ...[
    'https://a.example.com/b',
    'example.com',
    'me@example.com',
    'javascript:',
    'http://',
    'mailto:',
    'data:text/html,x',
  ],
  ...[
    '@**a**',
    '@_**a|1**',
    '@*g*',
    '@**all**',
    '#**c**',
    '#**c>t**',
    '#**c>t@1**',
    ':+1:',
    ':smile',
    '👍',
    '❤️',
    '👨‍👩‍👧',
  ],
  ...[
    '<time:2024-01-01>',
    '<script>',
    '<img src=x onerror=y>',
    '&lt;',
    '&#60;',
    '&amp;',
    'a',
    'b c',
    '你好',
    'é',
    '/me ',
  ],
  'https://chat.example.org/#narrow/channel/3-x/topic/y/near/1',
];

const markup = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...fragments) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    ),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(''));

const options = { organizationUrl: 'https://chat.example.org' };

describe('whatever is sent', () => {
  test('the HTML is well formed and holds only what is allowed', () => {
    fc.assert(
      fc.property(markup, (source) => {
        const { html, degraded } = renderMessage(source, everything, options);
        assert.equal(problemIn(html), undefined);
        assert.equal(degraded, false);
      }),
      { numRuns: 3000 },
    );
  });

  test('text without markup is shown the same with and without the parser', () => {
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

  test('the same text gives the same HTML twice', () => {
    fc.assert(
      fc.property(markup, markup, (source, other) => {
        const first = renderMessage(source, everything).html;
        renderMessage(other, everything);
        assert.equal(renderMessage(source, everything).html, first);
      }),
    );
  });
});

/** Ten thousand characters of one pattern. */
function flood(pattern: string): string {
  const length = Array.from(pattern).length;
  return pattern.repeat(Math.floor(10_000 / length));
}

const floods = [
  ...[
    '[',
    ']',
    '[a](',
    '[a](b',
    '![',
    '](',
    '[é',
    '*',
    '**',
    '*a ',
    '*a**b',
    '~~',
    '~~a',
    '`',
    '``a`',
    '*[',
    '[*',
    '[`a` ',
  ],
  ...[
    '> ',
    '> >\n',
    '- ',
    '- a\n',
    '- a\n\n',
    '1. ',
    '1. a\n1) b\n',
    '* - + ',
    '# a\n',
    '---\n',
    '    a\n',
    '\n',
    'a\n',
  ],
  ...[
    '|',
    '|\n',
    '|-|\n',
    '|a|\n|-|\n',
    '|a|b|\n|-|-|\n||\n',
    'http://',
    'https://a.b/(',
    'https://a ',
    'a@b.c',
    'a.com[',
  ],
  ...[
    '&',
    '&amp;',
    '<',
    '<time:',
    '<http://a>',
    ':',
    ':a:',
    ':+1:',
    '😀',
    '❤️',
    '👨‍👩‍👧',
    '1️⃣',
    '@**|1**',
    '@*a*',
    '#**a>b**',
  ],
  ...[
    '```\n',
    '```quote\n',
    '```spoiler x\n',
    '```quote\na\n```\n',
    '(```\n> ```\n|\n',
    '>```\na\n',
    '\0',
    '\t',
    '$$',
    '\\',
  ],
];

describe('limits', () => {
  test('ten thousand characters of anything give at most a megabyte of allowed HTML', () => {
    for (const pattern of floods) {
      const { html } = renderMessage(flood(pattern), everything, options);
      assert.ok(Buffer.byteLength(html) <= 1_000_000, pattern);
      assert.equal(problemIn(html), undefined, pattern);
    }
  });

  test('what is nested too deep is shown as plain text, with nobody mentioned', () => {
    const rendered = render(`${'> '.repeat(100)}@**Ada Quill** **a**\n\n@**Ada Quill**`);
    assert.equal(rendered.degraded, true);
    assert.equal(rendered.html, `<p>${'&gt; '.repeat(100)}@**Ada Quill** **a**</p>\n<p>@**Ada Quill**</p>`);
    assert.deepEqual(rendered.mentionedUsers, []);
  });

  test('emphasis is nested only so deep', () => {
    const rendered = render(`${'*a **b '.repeat(40)}c${'** d*'.repeat(40)}`);
    assert.equal(rendered.degraded, true);
    assert.equal(problemIn(rendered.html), undefined);
  });

  test('more text than a message may hold is shown as plain text', () => {
    const rendered = render('**a** '.repeat(5000));
    assert.equal(rendered.degraded, true);
    assert.ok(rendered.html.startsWith('<p>**a** **a**'));
  });

  test('a failing source of names does not fail the sender', () => {
    const failing = { ...names, userById: () => assert.fail('no names today') };
    assert.equal(renderMessage('**a** @**|1**', failing).html, '<p>**a** @**|1**</p>');
  });

  test('ordinary nesting is no limit', () => {
    const list = Array.from({ length: 12 }, (_, i) => `${'  '.repeat(i)}- a`).join('\n');
    assert.equal(render(list).degraded, false);
    assert.equal(render(`${'> '.repeat(15)}a`).degraded, false);
    assert.equal(render('a 👍 @**Ada Quill** https://x.example.com\n'.repeat(150)).degraded, false);
  });
});

test('the checker of these tests finds what it should', () => {
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
  for (const html of [...bad, '<span class="x"></span>', '<img src="https://x">'])
    assert.notEqual(problemIn(html), undefined, html);
  assert.equal(problemIn('<p>a &amp; <a href="/x" rel="noopener noreferrer">b</a></p>\n<hr>'), undefined);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { renderMessage, type MentionSource } from '../render.ts';
import { withWebsitePreviews } from '../website-embeds.ts';
import { noticeText } from '../../../../../wire/plain-text/notice-text.ts';
import { mailText, type MailTextContext } from './mail-text.ts';

const names: MentionSource = {
  userByName: () => ({ id: 3, fullName: 'Eve' }),
  userById: () => ({ id: 3, fullName: 'Eve' }),
  groupByName: () => undefined,
  channelByName: () => ({ id: 5, name: 'design' }),
  channelById: () => ({ id: 5, name: 'design' }),
};

const origin = 'http://here.test';
const context: MailTextContext = {
  userName: () => 'Eve & Co',
  formatTime: (moment) => moment.toISOString().slice(0, 10),
  spoiler: 'Spoiler',
  origin,
  mail: { hidden: 'Hidden.', imageAddress: (path) => `cid:${path}` },
};

const render = (source: string): string =>
  renderMessage(source, names, {
    organizationUrl: origin,
    previews: {
      uploaded: () => ({
        kind: 'image',
        contentType: 'image/png',
        thumbnail: '/user_uploads/thumbnail/2/x.webp',
      }),
    },
  }).html;
const shown = (source: string): string => mailText(render(source), context);

/** The words of notifications and emails are the same, unlike how quotations, lists and links are set. */
const words = (text: string): string[] => text.match(/[\p{L}\p{N}^~@#&:-]+|\p{ExtPict}/gu) ?? [];

describe('The words of a message', () => {
  for (const source of [
    '**bold** *slanted* `code` ~~struck~~ &amp;',
    ':tada: 👍 :heddle:',
    '$$x^2$$ and <time:2026-03-29T00:30:00Z>',
    '@**Eve** and @*looms*',
    '```math\na^2\n```',
    '```python\nprint(1)\n```',
    '| warp | weft |\n|---|---|\n| red | blue |',
    '## Title\n\n3. three\n4. four',
  ])
    test(`They are the same in an email and in a notification: ${JSON.stringify(source)}`, () => {
      const html = render(source);
      const notice = noticeText(html, context.formatTime);
      assert.deepEqual(words(mailText(html, { ...context, userName: () => 'Eve' })), words(notice));
      assert.ok(words(notice).length > 0);
    });

  test('Neither has what a spoiler hides', () => {
    const source = '```spoiler The end\nThe gardener did it\n```';
    for (const text of [shown(source), noticeText(render(source), context.formatTime)])
      assert.doesNotMatch(text, /gardener/);
  });
});

describe('Text of messages in emails', () => {
  test('Markup is left out, and characters are as they were typed', () => {
    assert.equal(shown('**bold** *slanted* `a < b && "c"` 1 &lt; 2'), 'bold slanted a < b && "c" 1 < 2');
    assert.equal(shown('one\ntwo\n\nthree'), 'one\ntwo\n\nthree');
    assert.equal(shown('## Title\ntext'), 'Title\n\ntext');
    assert.equal(shown(':tada: $$x^2$$ @**Eve**'), '🎉 x^2 @Eve & Co');
  });

  test('Struck text stays marked, since it would mean the opposite', () => {
    assert.equal(shown('come ~~today~~ tomorrow'), 'come ~~today~~ tomorrow');
  });

  test('Links have their address, once', () => {
    assert.equal(
      shown('see [the **plan**](https://example.com/a?b=1&c=2).'),
      'see the plan (https://example.com/a?b=1&c=2).',
    );
    assert.equal(shown('https://example.com/a'), 'https://example.com/a');
    assert.equal(shown('example.com and eve@example.com'), 'example.com and eve@example.com');
    assert.equal(shown('https://example.com/ä'), 'https://example.com/ä');
    assert.equal(shown('[https://bank.test](https://evil.test)'), 'https://bank.test (https://evil.test)');
    assert.match(
      shown('#**design>looms**'),
      /^#design > looms \(http:\/\/here\.test\/public\/narrow\/\S+\)$/,
    );
  });

  test('Lists have their markers, also within each other', () => {
    assert.equal(
      shown('before\n* one\n* two\n  * inner\n    more\n* three\n\nafter'),
      'before\n\n- one\n- two\n  - inner\n    more\n- three\n\nafter',
    );
    assert.equal(shown('9. nine\n10. ten\n    next'), '9. nine\n10. ten\n    next');
  });

  test('Quotations are marked on each line, and an empty line between two belongs to neither', () => {
    assert.equal(shown('> one\n> two\n>\n> three\n\nanswer'), '> one\n> two\n>\n> three\n\nanswer');
    assert.equal(shown('> > inner\n>\n> outer'), '> > inner\n>\n> outer');
    assert.equal(shown('> * one\n> * two'), '> - one\n> - two');
  });

  test('Code is indented, with its spaces and empty lines', () => {
    assert.equal(
      shown('so:\n```python\nif a:\n    b = "x"\n\n\n  c\n```\ndone'),
      'so:\n\n    if a:\n        b = "x"\n\n\n      c\n\ndone',
    );
    assert.equal(shown('```quote\n```js\na\n\nb\n```\n```'), '>     a\n>\n>     b');
  });

  test('Tables have a line for each row, and a rule is a line', () => {
    assert.equal(shown('| a | b |\n|---|---|\n| 1 | [x](https://x.test) |'), 'a | b\n1 | x (https://x.test)');
    assert.equal(shown('one\n\n---\n\ntwo'), 'one\n\n-----\n\ntwo');
  });

  test('A spoiler shows its title, and not its content', () => {
    const text = shown('```spoiler The *end*\nhe [sleeps](https://sleep.test)\n* there\n```\nafter');
    assert.equal(text, 'The end\n\nHidden.\n\nafter');
    assert.equal(shown('```spoiler\nhe sleeps\n```'), 'Hidden.');
  });

  test('An image is shown by name, with its address, once', () => {
    const image = '[loom.png](/user_uploads/2/ab/loom.png)';
    const address = 'loom.png (http://here.test/user_uploads/2/ab/loom.png)';
    assert.equal(shown(image), address);
    assert.equal(shown(`look: ${image} good?`), `look: ${address} good?`);
    const preview = {
      kind: 'page',
      title: 'Looms',
      description: 'All of them',
      image: 'https://i.test/x',
    } as const;
    const html = withWebsitePreviews(
      render('see https://looms.test'),
      new Map([['https://looms.test', preview]]),
      () => '/external_content/00/00',
    );
    assert.match(html, /All of them/);
    assert.equal(mailText(html, context), 'see https://looms.test');
  });

  test('Work grows in proportion to the text', () => {
    const count = (source: string) => {
      const text = shown(source);
      assert.ok(text.length < source.length * 60, `${text.length} characters of ${source.length}`);
      return text;
    };
    for (const piece of [
      '> ',
      '* ',
      '1. ',
      '[a](b.test) ',
      '`',
      '<',
      '**a** ',
      '```\n',
      '> * ',
      '\n',
      '| a ',
      '&#32;',
    ])
      count(piece.repeat(10_000 / piece.length));
    assert.equal(mailText(`<pre><code>a${' '.repeat(9e5)}\n</code></pre>`, context), '    a');
    const nested = `${'<blockquote>'.repeat(2e3)}${'<p>a</p>'.repeat(2e3)}${'</blockquote>'.repeat(2e3)}`;
    assert.ok(mailText(nested, context).length < 2e3 * 2 * 90);
  });
});

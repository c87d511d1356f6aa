import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMessage, type MentionSource } from '../render.ts';
import { withWebsitePreviews } from '../website-embeds.ts';
import { standaloneHtml, type StandaloneContext } from './standalone.ts';

const eve = { id: 3, fullName: 'Eve <i>' };
const names: MentionSource = {
  userByName: () => eve,
  userById: () => eve,
  groupByName: () => ({ id: 4, name: 'crew' }),
  channelByName: () => ({ id: 5, name: 'design' }),
  channelById: () => ({ id: 5, name: 'design' }),
};

const context: StandaloneContext = {
  userName: (id) => (id === 3 ? 'E. & co' : undefined),
  formatTime: (moment) => moment.toISOString().slice(0, 10),
  spoiler: 'Spoiler',
};

const shown = (source: string, more: Partial<StandaloneContext> = {}): string =>
  standaloneHtml(renderMessage(source, names, { organizationUrl: 'http://here.test' }).html, {
    ...context,
    ...more,
  });

test('Text without markup stays as it is', () => {
  assert.equal(shown('a < b & c'), '<p>a &lt; b &amp; c</p>');
  assert.equal(shown('**bold** `code`'), '<p><strong>bold</strong> <code>code</code></p>');
});

test('Mentions show present names, escaped', () => {
  assert.equal(shown('@**Eve**'), '<p><span class="mention">@E. &amp; co</span></p>');
  assert.equal(shown('@_**Eve**'), '<p><span class="mention">E. &amp; co</span></p>');
  assert.equal(shown('@**Eve**', { userName: () => undefined }), '<p><span class="mention">@…</span></p>');
  assert.equal(shown('@**all**'), '<p><span class="mention">@all</span></p>');
});

test('Spoilers are folded without a script', () => {
  const html = shown('```spoiler the *end*\nhe sleeps\n```');
  assert.match(
    html,
    /<details><summary>the <em>end<\/em><\/summary><div>\s*<p>he sleeps<\/p>\s*<\/div><\/details>/,
  );
  assert.match(shown('```spoiler\nhe sleeps\n```'), /<summary>Spoiler<\/summary>/);
});

test('A spoiler within a spoiler stays within it', () => {
  const html = shown('````spoiler one\n```spoiler two\nx\n```\nafter\n````');
  assert.equal(html.match(/<details>/g)?.length, 2);
  assert.match(html, /<\/details>\s*<p>after<\/p>\s*<\/div><\/details>/);
});

test('Formulas are MathML, without styles', () => {
  const html = shown('$$x^2$$');
  assert.match(html, /<math>.*<msup><mi>x<\/mi><mn>2<\/mn><\/msup>/);
  assert.doesNotMatch(html, /style=|katex|annotation/);
});

test('What follows a space in a formula is not inside that space', () => {
  const html = shown('$$a \\quad b$$');
  assert.match(html, /<mspace width="1em"><\/mspace><mi>b<\/mi>/);
});

test('Code in standalone HTML keeps its colours', () => {
  assert.match(
    shown('```python\nprint(1)\n```'),
    /<div class="code"><pre tabindex="0"><code>.*<span class="[a-z]{1,3}">/,
  );
});

test('Emoji in standalone HTML are characters', () => {
  assert.equal(shown(':smile:'), '<p><span class="emoji" role="img" aria-label="smile">🙂</span></p>');
});

test('Links between messages lead to public pages, and others have rel="nofollow"', () => {
  assert.equal(
    shown('#**design>tea@7**'),
    '<p><a href="/public/narrow/channel/5-design/topic/tea/near/7">#design &gt; tea @ 💬</a></p>',
  );
  assert.match(shown('https://else.test/a'), /<a href="https:\/\/else\.test\/a" rel="nofollow ugc">/);
  assert.match(
    shown('#**design**', { origin: 'http://here.test' }),
    /href="http:\/\/here\.test\/public\/narrow\//,
  );
});

test('Columns of tables keep their alignment without a style', () => {
  const html = shown('| a | b |\n|---|--:|\n| 1 | 2 |');
  assert.match(html, /<th class="right">b<\/th>/);
  assert.doesNotMatch(html, /style=/);
});

test('Times in standalone HTML are written out', () => {
  assert.equal(
    shown('<time:2026-01-02T10:00:00Z>'),
    '<p><time datetime="2026-01-02T10:00:00Z">2026-01-02</time></p>',
  );
});

test('A linked website is shown with its image from this server, title and description', () => {
  const link = 'https://loom.test/a?b&c';
  const preview = (image: string) =>
    standaloneHtml(
      withWebsitePreviews(
        renderMessage(link, names).html,
        new Map([
          [link, { kind: 'page', title: 'A <b>', description: 'B', image: 'https://loom.test/a.png' }],
        ]),
        () => image,
      ),
      context,
    );
  const href = 'https://loom.test/a?b&amp;c';
  const text = `<p><a href="${href}" rel="nofollow ugc">${href}</a></p>`;
  const rest =
    '<div class="website-text">' +
    `<div class="website-title"><a href="${href}" rel="nofollow ugc">A &lt;b&gt;</a></div>` +
    '<div class="website-description">B</div></div></div>';
  const image =
    '<img class="website-image" src="/external_content/a0/b1" alt="" width="72" height="72" loading="lazy">';
  assert.equal(preview('/external_content/a0/b1'), `${text}\n<div class="website">${image}${rest}`);
  for (const other of ['https://else.test/a.png', '//else.test/a.png', '/external_content/a);}'])
    assert.equal(preview(other), `${text}\n<div class="website">${rest}`, other);
});

test('A video is a link, and nothing is loaded from another server', () => {
  const html = standaloneHtml(
    '<div class="message_inline_image message_inline_video"><a href="/user_uploads/2/a b.mp4"><video preload="metadata" src="/user_uploads/2/x.mp4"></video></a></div><img src="https://else.test/p.png"><img src="//else.test/p.png"><img src="/\\else.test/p.png">',
    context,
  );
  assert.equal(
    html,
    '<div class="preview"><a href="/user_uploads/2/a b.mp4"><span class="video">a b.mp4</span></a></div>',
  );
});

test('Whatever is no known element comes to nothing', () => {
  for (const [hostile, expected] of [
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<p onclick="x()" style="color:red">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', 'a'],
    ['<a href="JaVaScRiPt:alert(1)">a</a>', 'a'],
    ['<a href="data:text/html,x">a</a>', 'a'],
    ['<a href="/\\else.test">a</a>', 'a'],
    ['<iframe src="/x"></iframe><svg><g></g></svg>', ''],
    [
      '<div class="spoiler-block"><div class="spoiler-header"><p>a',
      '<details><summary>a</summary></details>',
    ],
    ['<b <script>', '&lt;b '],
    ['a < b </p></div>', 'a &lt; b '],
    [
      '<span class="emoji emoji-ffffffff" aria-label="x">:x:</span>',
      '<span class="emoji" role="img" aria-label="x">:x:</span>',
    ],
    [
      '<math href="javascript:x()"><mi href="javascript:x()" mathvariant="bold">a</mi></math>',
      '<math><mi mathvariant="bold">a</mi></math>',
    ],
  ] as const)
    assert.equal(standaloneHtml(hostile, context), expected, hostile);
});

test('The time to write a message grows with its length and no faster', () => {
  const deep = `${'<div class="spoiler-block">'.repeat(2000)}x${'<"'.repeat(20_000)}`;
  assert.equal(standaloneHtml(deep, context).match(/<details>/g)?.length, 2000);
});

test('In an email spoilers are left out, formulas stand as they were typed, and pictures come with it', () => {
  const mail = {
    hidden: 'Hidden.',
    imageAddress: (path: string) => (path.startsWith('/user_uploads/') ? 'cid:1' : undefined),
  };
  const more = { mail, origin: 'http://here.test' };
  const spoiler = shown('```spoiler the *end*\nhe sleeps\n```', more);
  assert.match(
    spoiler,
    /^<div class="spoiler"><div>\s*<p dir="auto">the <em>end<\/em><\/p>\s*<\/div><p class="quiet">Hidden\.<\/p>/,
  );
  assert.doesNotMatch(spoiler, /sleeps|details/);
  assert.equal(shown('a $$x^2 < 1$$ b', more), '<p dir="auto">a <code>x^2 &lt; 1</code> b</p>');
  assert.doesNotMatch(shown('```math\n\\frac{1}{2}\n```', more), /<m|katex/);
  const picture = (src: string) =>
    standaloneHtml(
      `<div class="message_inline_image"><a href="/user_uploads/2/a.png" title="A &lt;b&gt;"><img src="${src}"></a></div>`,
      { ...context, ...more },
    );
  assert.match(picture('/user_uploads/thumbnail/2/a.png/840x560.webp'), /<img src="cid:1" alt="A &lt;b&gt;"/);
  assert.match(
    picture('/elsewhere/a.png'),
    /<a href="http:\/\/here\.test\/user_uploads\/2\/a\.png">A &lt;b&gt;<\/a>/,
  );
  assert.doesNotMatch(picture('https://else.test/a.png'), /<img/);
});

test('In an email each paragraph, heading, list and table has the direction of its own text', () => {
  const more = { mail: { hidden: '', imageAddress: () => undefined }, origin: 'http://here.test' };
  const html = shown('שלום.\n\n# One\n\n> two\n\n* ארבע\n* five\n\n|a|\n|-|\n|b|\n\n```\ncode\n```', more);
  const opened = [...html.matchAll(/<(p|h\d|ul|li|table|td|pre)( dir="\w+")?>/g)].map(([tag]) => tag);
  assert.deepEqual(opened, [
    '<p dir="auto">',
    '<h3 dir="auto">',
    '<p dir="auto">',
    '<ul dir="auto">',
    '<li>',
    '<li>',
    '<table dir="auto">',
    '<td>',
    '<pre dir="ltr">',
  ]);
  assert.doesNotMatch(shown('text'), /dir=/);
});

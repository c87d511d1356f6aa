import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { render } from '../../../../tests/support/markdown/cast.ts';
import { type WebsitePreview, withEarlierPreviews, withWebsitePreviews } from './website-embeds.ts';

const link = 'https://loom.example/a?b=1&c=2';
const html = render(link).html;
const linked = (url: string) => (url.includes('refused') ? undefined : '/external_content/f00/ba4');
const page: WebsitePreview = {
  kind: 'page',
  title: 'Looms <b>"&"</b>',
  description: 'All about <looms>',
  image: 'https://loom.example/a.png',
};

const show = (preview: WebsitePreview, text = html) =>
  withWebsitePreviews(text, new Map([[link, preview]]), linked);

describe('Website previews', () => {
  test('A page is shown with its image from this server, its title and its description', () => {
    const href = 'https://loom.example/a?b=1&amp;c=2';
    assert.equal(
      show(page),
      `<p><a href="${href}" rel="noopener noreferrer">${href}</a></p>\n` +
        `<div class="message_embed"><a class="message_embed_image" href="${href}" ` +
        `style="background-image: url(&quot;/external_content/f00/ba4&quot;)"></a><div class="data-container">` +
        `<div class="message_embed_title"><a href="${href}" title="Looms &lt;b&gt;&quot;&amp;&quot;&lt;/b&gt;">` +
        `Looms &lt;b&gt;"&amp;"&lt;/b&gt;</a></div>` +
        `<div class="message_embed_description">All about &lt;looms&gt;</div></div></div>`,
    );
  });

  test('A video is shown as its thumbnail with a player link, and a photo as an image', () => {
    const href = 'https://loom.example/a?b=1&amp;c=2';
    const image = 'https://loom.example/a.png';
    assert.equal(
      show({ kind: 'video', title: 'Looms', image, player: 'https://player.example/?a&b' }).split('\n')[1],
      `<div class="embed-video message_inline_image"><a data-id="&lt;iframe width=&quot;640&quot; height=&quot;480&quot; ` +
        `src=&quot;https://player.example/?a&amp;amp;b&quot;&gt;&lt;/iframe&gt;" href="${href}" rel="noopener noreferrer" ` +
        `title="Looms"><img src="/external_content/f00/ba4"></a></div>`,
    );
    assert.equal(
      show({ kind: 'photo', image }).split('\n')[1],
      `<div class="message_inline_image"><a href="${href}" rel="noopener noreferrer"><img src="/external_content/f00/ba4"></a></div>`,
    );
  });

  test('A title takes the place of the address in the link, and of no other text', () => {
    const title: WebsitePreview = { kind: 'title', title: 'YouTube - a <b>' };
    assert.match(show(title), />YouTube - a &lt;b&gt;<\/a><\/p>$/);
    const named = render(`[loom](${link})`).html;
    assert.equal(show(title, named), named);
  });

  test('A preview whose image may not be loaded is not shown', () => {
    assert.equal(show({ ...page, image: 'https://refused.example/' }), html);
  });

  test('Showing previews again replaces those there were, and leaves pictures of the text', () => {
    const text = `${html}\n${render('https://x.example/a.png', { previews: { linked } }).html}`;
    const once = show(page, text);
    assert.equal(show(page, once), once);
    assert.equal(
      show({ kind: 'photo', image: 'https://x.example/b.png' }, once).split('message_embed').length,
      1,
    );
    assert.equal(once.split('message_inline_image').length, 2);
  });

  test('A changed text keeps the previews of links that stay', () => {
    const before = show(page);
    const after = render(`now ${link}`).html;
    assert.equal(withEarlierPreviews(after, before, [link]), after + before.slice(html.length));
    assert.equal(withEarlierPreviews(after, before, ['https://other.example/']), after);
    assert.equal(withEarlierPreviews(after, html, [link]), after);
  });
});

describe('Links to websites', () => {
  const found = (source: string, more = {}) => render(source, more).websites;

  test('Links in text, lists and tables are found, each once', () => {
    const source = 'a.org b https://b.example/x\n\n* [c](http://c.example) https://b.example/x';
    assert.deepEqual(found(source), ['http://a.org', 'https://b.example/x', 'http://c.example']);
  });

  test('Links in code, quotations, spoilers, formulas and mail addresses are no websites', () => {
    for (const source of [
      '`https://a.example`',
      '```\nhttps://a.example\n```',
      '> https://a.example',
      '```quote\nhttps://a.example\n```',
      '```spoiler header\nhttps://a.example\n```',
      '```spoiler https://a.example\nhidden\n```',
      'a@a.example',
      '[a](mailto:a@a.example)',
      '[a](ftp://a.example)',
      '[a](/user_uploads/1/a.txt)',
      '[a](javascript:alert)',
    ])
      assert.deepEqual(found(source), [], source);
    assert.deepEqual(found('```spoiler a\nb\n```\nhttps://a.example'), ['https://a.example']);
  });

  test('Pictures, videos and the organization itself are no websites', () => {
    for (const address of ['/a.png', '/a.mp4', '/a.mp3'])
      assert.deepEqual(found(`https://a.example${address}`), []);
    assert.deepEqual(found('https://chat.example.org/x https://chat.example.org/#narrow/channel/4-x'), []);
  });

  test('A message with more links than 24 has none, and long addresses are left out', () => {
    const links = (count: number) =>
      Array.from({ length: count }, (_, i) => `https://a.example/${i}`).join(' ');
    assert.equal(found(links(24)).length, 24);
    assert.deepEqual(found(links(25)), []);
    assert.deepEqual(found(`https://a.example/${'x'.repeat(2000)}`), []);
  });
});

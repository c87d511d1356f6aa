import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { renderDescription } from './render.ts';
import { cases, names, render } from '../../../../tests/support/markdown/cast.ts';

const ada = '<span class="user-mention" data-user-id="12">@Ada Quill</span>';
const quietAda = '<span class="user-mention silent" data-user-id="12">Ada Quill</span>';

cases('mentions of people', [
  ['@**Ada Quill**', `<p>${ada}</p>`],
  ['@**ada quill**', `<p>${ada}</p>`],
  ['@**Ada Quill|12**', `<p>${ada}</p>`],
  ['@**|12**', `<p>${ada}</p>`],
  ['@_**Ada Quill**', `<p>${quietAda}</p>`],
  ['@_**|12**', `<p>${quietAda}</p>`],
  ['hi @**Ada Quill**, (@**Ada Quill**)', `<p>hi ${ada}, (${ada})</p>`],
  ['**@**Ada Quill****', `<p><strong>${ada}</strong></p>`],
  ['你好@**王小明**。', '<p>你好<span class="user-mention" data-user-id="14">@王小明</span>。</p>'],
  [
    '@**Bruno <B> & Co**',
    '<p><span class="user-mention" data-user-id="13">@Bruno &lt;B&gt; &amp; Co</span></p>',
  ],
  ['@**Gone Away**', '<p><span class="user-mention silent" data-user-id="15">Gone Away</span></p>'],
  ['@**Twin|16**', '<p><span class="user-mention" data-user-id="16">@Twin</span></p>'],
  ['# @**Ada Quill**', `<h1>${ada}</h1>`],
]);

cases('no mention of anyone', [
  ['@**Nobody**', '<p>@<strong>Nobody</strong></p>'],
  ['@**Twin**', '<p>@<strong>Twin</strong></p>'],
  ['@**Ada Quill|13**', '<p>@<strong>Ada Quill|13</strong></p>'],
  ['@**|99**', '<p>@<strong>|99</strong></p>'],
  ['x@**Ada Quill**', '<p>x@<strong>Ada Quill</strong></p>'],
  ['@Ada Quill', '<p>@Ada Quill</p>'],
  ['@**Ada\nQuill**', '<p>@**Ada<br>\nQuill**</p>'],
  ['@****', '<p>@****</p>'],
  ['@*nobody*', '<p>@<em>nobody</em></p>'],
  [
    '[@**Ada Quill**](https://loom.example.com)',
    '<p><a href="https://loom.example.com" rel="noopener noreferrer">@<strong>Ada Quill</strong></a></p>',
  ],
]);

cases('a backslash before a reference', [
  ['\\@**Ada Quill**', '<p>\\@<strong>Ada Quill</strong></p>'],
  ['\\@**all**', '<p>\\@<strong>all</strong></p>'],
  ['\\\\@**topic**', '<p>\\\\@<strong>topic</strong></p>'],
  ['\\@_**Ada Quill**', '<p>\\@_<strong>Ada Quill</strong></p>'],
  ['\\@*weavers*', '<p>\\@<em>weavers</em></p>'],
  ['\\@_*weavers*', '<p>\\@_<em>weavers</em></p>'],
  ['\\#**loom**', '<p>\\#<strong>loom</strong></p>'],
  ['\\#**loom>warp**', '<p>\\#<strong>loom&gt;warp</strong></p>'],
  [`\\ @**Ada Quill**`, `<p>\\ ${ada}</p>`],
]);

cases('mentions of groups', [
  ['@*weavers*', '<p><span class="user-group-mention" data-user-group-id="5">@weavers</span></p>'],
  ['@_*weavers*', '<p><span class="user-group-mention silent" data-user-group-id="5">weavers</span></p>'],
  ['@*closed*', '<p><span class="user-group-mention silent" data-user-group-id="6">closed</span></p>'],
]);

cases('mentions of many', [
  ['@**all**', '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span></p>'],
  [
    '@**everyone**',
    '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@everyone</span></p>',
  ],
  [
    '@**channel**',
    '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@channel</span></p>',
  ],
  [
    '@**stream**',
    '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@stream</span></p>',
  ],
  [
    '@_**all**',
    '<p><span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span></p>',
  ],
  ['@**topic**', '<p><span class="topic-mention">@topic</span></p>'],
  ['@_**topic**', '<p><span class="topic-mention silent">topic</span></p>'],
  ['@**All**', '<p>@<strong>All</strong></p>'],
]);

cases('links to channels, topics and messages', [
  ['#**loom**', '<p><a class="stream" data-stream-id="3" href="/#narrow/channel/3-loom">#loom</a></p>'],
  [
    'see #**loom**.',
    '<p>see <a class="stream" data-stream-id="3" href="/#narrow/channel/3-loom">#loom</a>.</p>',
  ],
  [
    '#**yarn & (wool) 100%.**',
    '<p><a class="stream" data-stream-id="4" href="/#narrow/channel/4-yarn-.26-.28wool.29-100.25.2E">#yarn &amp; (wool) 100%.</a></p>',
  ],
  ['#**布**', '<p><a class="stream" data-stream-id="7" href="/#narrow/channel/7-.E5.B8.83">#布</a></p>'],
  [
    '#**loom>warp 2.0 (new)**',
    '<p><a class="stream-topic" data-stream-id="3" href="/#narrow/channel/3-loom/topic/warp.202.2E0.20.28new.29">#loom &gt; warp 2.0 (new)</a></p>',
  ],
  [
    '#**loom>a>b**',
    '<p><a class="stream-topic" data-stream-id="3" href="/#narrow/channel/3-loom/topic/a.3Eb">#loom &gt; a&gt;b</a></p>',
  ],
  [
    '#**loom>**',
    '<p><a class="stream-topic" data-stream-id="3" href="/#narrow/channel/3-loom/topic/">#loom &gt; <em>general chat</em></a></p>',
  ],
  [
    '#**loom>warp@214**',
    '<p><a class="message-link" href="/#narrow/channel/3-loom/topic/warp/near/214">#loom &gt; warp @ 💬</a></p>',
  ],
  [
    '#**loom>me@home**',
    '<p><a class="stream-topic" data-stream-id="3" href="/#narrow/channel/3-loom/topic/me.40home">#loom &gt; me@home</a></p>',
  ],
  [
    '#**loom>@214**',
    '<p><a class="message-link" href="/#narrow/channel/3-loom/topic//near/214">#loom &gt; <em>general chat</em> @ 💬</a></p>',
  ],
  ['#**secret**', '<p>#<strong>secret</strong></p>'],
  ['#**secret>x**', '<p>#<strong>secret&gt;x</strong></p>'],
  ['x#**loom**', '<p>x#<strong>loom</strong></p>'],
  ['#loom', '<p>#loom</p>'],
]);

const said = '<a href="#narrow/channel/3-loom/topic/warp/near/214">said</a>';

cases('quoted replies', [
  [
    '@_**Ada Quill|12** [said](https://chat.example.org/#narrow/channel/3-loom/topic/warp/near/214):\n```quote\nHello @**Twin|16**\n```\nI agree',
    '<p><span class="user-mention silent" data-user-id="12">Ada Quill</span> ' +
      `${said}:</p>\n<blockquote>\n<p>Hello <span class="user-mention silent" data-user-id="16">Twin</span></p>\n</blockquote>\n<p>I agree</p>`,
  ],
  [
    '@_**Ada Quill|12** [said](#narrow/channel/3-loom/topic/warp/near/214):\n````quote\n```py\n1\n```\n````',
    '<p><span class="user-mention silent" data-user-id="12">Ada Quill</span> ' +
      `${said.replace('/#', '#')}:</p>\n<blockquote>\n<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="m">1</span>\n</code></pre></div>\n</blockquote>`,
  ],
  [
    '@_**Ada Quill|12** #**loom>warp@214**:\n```quote\na\n```',
    '<p><span class="user-mention silent" data-user-id="12">Ada Quill</span> ' +
      '<a class="message-link" href="/#narrow/channel/3-loom/topic/warp/near/214">#loom &gt; warp @ 💬</a>:</p>\n<blockquote>\n<p>a</p>\n</blockquote>',
  ],
]);

describe('References of a message', () => {
  test('Mentions of users and groups are listed once, in order, without silent ones', () => {
    const rendered = render(
      '@**Twin|17** @**Ada Quill** @**Twin|17** @_**Bruno <B> & Co** @*weavers* @*closed* @**Gone Away**',
    );
    assert.deepEqual(rendered.mentionedUsers, [17, 12]);
    assert.deepEqual(rendered.mentionedGroups, [5]);
    assert.equal(rendered.wildcard, 'none');
  });

  test('Quoted mentions notify nobody', () => {
    const rendered = render('> @**Ada Quill** @**all**\n\n```quote\n@*weavers* @**topic**\n```');
    assert.deepEqual(
      [rendered.mentionedUsers, rendered.mentionedGroups, rendered.wildcard],
      [[], [], 'none'],
    );
  });

  test('Wildcard mentions are for the channel, the topic or both', () => {
    assert.equal(render('@**all**').wildcard, 'channel');
    assert.equal(render('@**topic**').wildcard, 'topic');
    assert.equal(render('@**topic** @**everyone**').wildcard, 'both');
    assert.equal(render('@_**all** `@**all**`').wildcard, 'none');
  });

  test('A topic link follows the topic if a message of it is known', () => {
    const html = renderDescription('#**loom>warp**', { ...names, latestInTopic: () => 99 });
    assert.match(html, /href="\/#narrow\/channel\/3-loom\/topic\/warp\/with\/99"/);
  });

  test('A status message starts with /me and a space', () => {
    assert.equal(render('/me waves').isMe, true);
    assert.equal(render('/me **waves**').isMe, true);
    assert.equal(render('/meow').isMe, false);
    assert.equal(render(' /me waves').isMe, false);
    assert.equal(render('/me\n- waves').isMe, false);
    assert.equal(render('/me waves\n- a').isMe, false);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileLabel } from '../../../../../wire/plain-text/literal.ts';
import { addressedTopics, parseChannelNarrow } from './narrow-url.ts';
import { cases, render } from '../../../../../tests/support/markdown/cast.ts';

const a = (href: string, text = href) => `<a href="${href}" rel="noopener noreferrer">${text}</a>`;
const narrow = (href: string, text: string) => `<a href="#narrow/${href}">${text}</a>`;

cases('links', [
  ['[a](https://loom.example.com)', `<p>${a('https://loom.example.com', 'a')}</p>`],
  [
    '[a](https://loom.example.com "T & <t>")',
    '<p><a href="https://loom.example.com" rel="noopener noreferrer" title="T &amp; &lt;t&gt;">a</a></p>',
  ],
  ['[](https://loom.example.com)', `<p>${a('https://loom.example.com')}</p>`],
  ['[  ](https://loom.example.com)', `<p>${a('https://loom.example.com')}</p>`],
  ['[ `a` ](https://loom.example.com)', `<p>${a('https://loom.example.com', ' <code>a</code> ')}</p>`],
  ['[a](loom.example.com/x)', `<p>${a('http://loom.example.com/x', 'a')}</p>`],
  ['[a](loom.example.com:8080)', `<p>${a('http://loom.example.com:8080', 'a')}</p>`],
  ['[a](/relative?x=1&y=2)', `<p>${a('/relative?x=1&amp;y=2', 'a')}</p>`],
  ['[a](#narrow/is/starred)', `<p>${narrow('is/starred', 'a')}</p>`],
  ['[a](me@loom.example.com)', `<p>${a('mailto:me@loom.example.com', 'a')}</p>`],
  ['[a](tel:+123)', `<p>${a('tel:+123', 'a')}</p>`],
  [
    '[**a** `b` :+1:](https://x.example.com)',
    `<p>${a('https://x.example.com', '<strong>a</strong> <code>b</code> <span aria-label="+1" class="emoji emoji-1f44d" role="img" title="+1">:+1:</span>')}</p>`,
  ],
  ['[a](https://x.example.com/(b))', `<p>${a('https://x.example.com/(b)', 'a')}</p>`],
  ['[a](<https://x.example.com/b c>)', `<p>${a('https://x.example.com/b%20c', 'a')}</p>`],
  [
    '[a [b](https://x.example.com) c](https://y.example.com)',
    `<p>[a ${a('https://x.example.com', 'b')} c](${a('https://y.example.com')})</p>`,
  ],
  [
    '[https://x.example.com](https://y.example.com)',
    `<p>${a('https://y.example.com', 'https://x.example.com')}</p>`,
  ],
  ['[`]`](https://x.example.com)', `<p>${a('https://x.example.com', '<code>]</code>')}</p>`],
  ['![a](https://x.example.com/b.png)', `<p>!${a('https://x.example.com/b.png', 'a')}</p>`],
  ['[a](https://ü.example.com/ö)', `<p>${a('https://ü.example.com/ö', 'a')}</p>`],
]);

cases('what may not be a link', [
  ['[a](javascript:alert%281%29)', '<p>[a](javascript:alert%281%29)</p>'],
  ['[a](JaVaScRiPt:x)', '<p>[a](JaVaScRiPt:x)</p>'],
  ['[a](&#106;avascript:x)', '<p>[a](javascript:x)</p>'],
  ['[a](data:text/html,x)', '<p>[a](data:text/html,x)</p>'],
  ['[a](vbscript:x)', '<p>[a](vbscript:x)</p>'],
  ['[a](file:///etc/passwd)', '<p>[a](file:///etc/passwd)</p>'],
  ['[a]()', '<p>[a]()</p>'],
  ['[a](b c)', '<p>[a](b c)</p>'],
  ['[a] (https://x.example.com)', `<p>[a] (${a('https://x.example.com')})</p>`],
  ['[a][b]', '<p>[a][b]</p>'],
  ['javascript:alert(1)', '<p>javascript:alert(1)</p>'],
  ['http://', '<p>http://</p>'],
  ['xhttp://a.example.com', '<p>xhttp://a.example.com</p>'],
]);

cases('addresses in text', [
  ['https://x.example.com', `<p>${a('https://x.example.com')}</p>`],
  ['HTTP://X.example.com/A', `<p>${a('HTTP://X.example.com/A')}</p>`],
  ['see https://x.example.com/a?b=c&d=e#f.', `<p>see ${a('https://x.example.com/a?b=c&amp;d=e#f')}.</p>`],
  ['(https://x.example.com/a_(b)), or', `<p>(${a('https://x.example.com/a_(b)')}), or</p>`],
  ['"https://x.example.com"', `<p>"${a('https://x.example.com')}"</p>`],
  ['**https://x.example.com**', `<p><strong>${a('https://x.example.com')}</strong></p>`],
  ['https://x.example.com/*a*/b', `<p>${a('https://x.example.com/*a*/b')}</p>`],
  ['https://x.example.com/snake_case_', `<p>${a('https://x.example.com/snake_case_')}</p>`],
  ['<https://x.example.com>', `<p>${a('https://x.example.com')}</p>`],
  ['<mailto:me@x.example.com>', `<p>${a('mailto:me@x.example.com')}</p>`],
  ['看https://x.example.com/a。好', `<p>看${a('https://x.example.com/a')}。好</p>`],
  ['https://x.example.com/路径', `<p>${a('https://x.example.com/路径')}</p>`],
  ['http://localhost:9991/a', `<p>${a('http://localhost:9991/a')}</p>`],
  ['http://[::1]/a', `<p>${a('http://[::1]/a')}</p>`],
  ['https://x.example.com/a"onclick="b', `<p>${a('https://x.example.com/a')}"onclick="b</p>`],
  ['a\nhttps://x.example.com\nb', `<p>a<br>\n${a('https://x.example.com')}<br>\nb</p>`],
  ['mailto:me@x.example.com', `<p>${a('mailto:me@x.example.com')}</p>`],
  [`mailto:${'a'.repeat(300)}@x.example.com`, `<p>mailto:${'a'.repeat(300)}@x.example.com</p>`],
  ['me@x.example.com.', `<p>${a('mailto:me@x.example.com', 'me@x.example.com')}.</p>`],
  ['a.b+c@x.example.com', `<p>${a('mailto:a.b+c@x.example.com', 'a.b+c@x.example.com')}</p>`],
  ['git@x.example.com:a/b.git', '<p>git@x.example.com:a/b.git</p>'],
  ['me@host', '<p>me@host</p>'],
  ['из почты: ткач@ткань.рф.', `<p>из почты: ${a('mailto:ткач@ткань.рф', 'ткач@ткань.рф')}.</p>`],
  ['zoë@wöven.example', `<p>${a('mailto:zoë@wöven.example', 'zoë@wöven.example')}</p>`],
  ['ткач@ткань', '<p>ткач@ткань</p>'],
  ['联系me@x.example.com请', `<p>联系${a('mailto:me@x.example.com', 'me@x.example.com')}请</p>`],
]);

cases('host names in text', [
  ['example.com', `<p>${a('http://example.com', 'example.com')}</p>`],
  ['Example.COM/a.', `<p>${a('http://Example.COM/a', 'Example.COM/a')}.</p>`],
  ['www.example.co.uk', `<p>${a('http://www.example.co.uk', 'www.example.co.uk')}</p>`],
  ['example.com:8080/a', `<p>${a('http://example.com:8080/a', 'example.com:8080/a')}</p>`],
  ['(example.org)', `<p>(${a('http://example.org', 'example.org')})</p>`],
  ['example.photography/a', `<p>${a('http://example.photography/a', 'example.photography/a')}</p>`],
  ['www.example.photography', `<p>${a('http://www.example.photography', 'www.example.photography')}</p>`],
  ['archive.zip my.holiday.photography', '<p>archive.zip my.holiday.photography</p>'],
  ['example.notatopleveldomain/a', '<p>example.notatopleveldomain/a</p>'],
  ['example.is/a', `<p>${a('http://example.is/a', 'example.is/a')}</p>`],
  ['main.rs read.me user.name', '<p>main.rs read.me user.name</p>'],
  ['e.g. this.It works', '<p>e.g. this.It works</p>'],
  ['v1.2.3 file.txt a.b.c', '<p>v1.2.3 file.txt a.b.c</p>'],
  ['object.method.com()', '<p>object.method.com()</p>'],
  ['x/example.com', '<p>x/example.com</p>'],
  ['-a.com a..com', '<p>-a.com a..com</p>'],
]);

cases('addresses inside the organization', [
  [
    'https://chat.example.org/#narrow/channel/3-loom',
    '<p><a class="stream" data-stream-id="3" href="/#narrow/channel/3-loom">#loom</a></p>',
  ],
  [
    'https://chat.example.org/#narrow/stream/3-old-name/topic/warp.202.2E0',
    '<p><a class="stream-topic" data-stream-id="3" href="/#narrow/channel/3-loom/topic/warp.202.2E0">#loom &gt; warp 2.0</a></p>',
  ],
  [
    'see https://chat.example.org/#narrow/channel/3-loom/topic/warp/near/17.',
    '<p>see <a class="message-link" href="/#narrow/channel/3-loom/topic/warp/near/17">#loom &gt; warp @ 💬</a>.</p>',
  ],
  [
    'https://chat.example.org/#narrow/channel/8-hidden/topic/x',
    `<p>${narrow('channel/8-hidden/topic/x', 'https://chat.example.org/#narrow/channel/8-hidden/topic/x')}</p>`,
  ],
  [
    'https://chat.example.org/#narrow/dm/12-ada/near/5',
    `<p>${narrow('dm/12-ada/near/5', 'https://chat.example.org/#narrow/dm/12-ada/near/5')}</p>`,
  ],
  [
    '[said](https://chat.example.org/#narrow/channel/3-loom/topic/warp/near/17)',
    `<p>${narrow('channel/3-loom/topic/warp/near/17', 'said')}</p>`,
  ],
  [
    'chat.example.org/#narrow/channel/3-loom',
    '<p><a class="stream" data-stream-id="3" href="/#narrow/channel/3-loom">#loom</a></p>',
  ],
  [
    'https://chat.example.org/channel/3-loom',
    '<p><a class="stream" data-stream-id="3" href="/#narrow/channel/3-loom">#loom</a></p>',
  ],
  [
    'https://chat.example.org/channel/3/topic/warp%202.0',
    '<p><a class="stream-topic" data-stream-id="3" href="/#narrow/channel/3-loom/topic/warp.202.2E0">#loom &gt; warp 2.0</a></p>',
  ],
  [
    'see https://chat.example.org/channel/3-old-name/topic/~.warp/with/16.',
    '<p>see <a class="stream-topic" data-stream-id="3" href="/#narrow/channel/3-loom/topic/.2Ewarp">#loom &gt; .warp</a>.</p>',
  ],
  [
    'https://chat.example.org/channel/3-loom/topic/warp/near/17',
    '<p><a class="message-link" href="/#narrow/channel/3-loom/topic/warp/near/17">#loom &gt; warp @ 💬</a></p>',
  ],
  [
    'https://chat.example.org/channel/3-loom/near/17',
    `<p>${a('https://chat.example.org/channel/3-loom/near/17')}</p>`,
  ],
  [
    'https://chat.example.org/channel/8-hidden/topic/x',
    `<p>${a('https://chat.example.org/channel/8-hidden/topic/x')}</p>`,
  ],
  [
    'https://chat.example.org/channel/3-loom/topic/%E0%A4%A',
    `<p>${a('https://chat.example.org/channel/3-loom/topic/%E0%A4%A')}</p>`,
  ],
  [
    '[there](https://chat.example.org/channel/3-loom/topic/warp)',
    `<p>${a('https://chat.example.org/channel/3-loom/topic/warp', 'there')}</p>`,
  ],
  [
    'HTTPS://Chat.Example.org#narrow/channel/3-loom',
    '<p><a class="stream" data-stream-id="3" href="/#narrow/channel/3-loom">#loom</a></p>',
  ],
  ['[a](http://chat.example.org/#settings)', `<p>${a('/#settings', 'a')}</p>`],
  ['[a](https://chat.example.org/login)', `<p>${a('https://chat.example.org/login', 'a')}</p>`],
  [
    '[a](https://chat.example.org.example.com/#narrow)',
    `<p>${a('https://chat.example.org.example.com/#narrow', 'a')}</p>`,
  ],
  ['[a](https://me@chat.example.org/#narrow)', `<p>${a('https://me@chat.example.org/#narrow', 'a')}</p>`],
  ['[f](https://chat.example.org/user_uploads/2/ab/f.txt)', `<p>${a('/user_uploads/2/ab/f.txt', 'f')}</p>`],
  ['https://chat.example.organic/#narrow', `<p>${a('https://chat.example.organic/#narrow')}</p>`],
]);

describe('Links of a message', () => {
  test('Uploads in a message are listed once each, without query and fragment', () => {
    const rendered = render(
      '[a](/user_uploads/2/ab/a.pdf) [b](user_uploads/2/ab/a.pdf?x#y) https://chat.example.org/user_uploads/2/cd/b.png',
    );
    assert.deepEqual(rendered.uploads, ['2/ab/a.pdf', '2/cd/b.png']);
    assert.deepEqual([rendered.hasLink, rendered.hasAttachment, rendered.hasImage], [true, true, true]);
  });

  test('Uploads of other servers are only links', () => {
    const rendered = render('https://other.example.org/user_uploads/2/ab/a.pdf');
    assert.deepEqual([rendered.hasLink, rendered.hasAttachment, rendered.hasImage], [true, false, false]);
  });

  test('Plain text, code and mentions are not links', () => {
    assert.equal(render('a `https://x.example.com` @**Ada Quill**').hasLink, false);
  });
});

test('Paths that are not a channel URL are not read as one', () => {
  assert.equal(parseChannelNarrow('#narrow/is/starred'), undefined);
  assert.equal(parseChannelNarrow('#narrow/channel/general'), undefined);
  assert.equal(parseChannelNarrow('#narrow/channel/3-a/topic/%'), undefined);
  assert.equal(parseChannelNarrow('#narrow/channel/3-a/sender/4'), undefined);
  assert.deepEqual(parseChannelNarrow('#narrow/channel/3/topic//with/9'), { channelId: 3, topic: '' });
});

test('The topics that a text links to are found without punctuation, and in time of any text', () => {
  const dots = '.'.repeat(1e5);
  const fragments = 'see #narrow/channel/3-a/topic/b/with/9?!, (#narrow/channel/4/topic/c*)';
  const paths = 'https://chat.example.org/channel/6-d/topic/e%20f/with/9, (/channel/7/topics)';
  assert.deepEqual(addressedTopics(`${fragments} ${paths} #narrow/channel/5/topic/${dots}x`), [
    { channelId: 3, topic: 'b' },
    { channelId: 4, topic: 'c' },
    { channelId: 6, topic: 'e f' },
  ]);
});

for (const name of [
  'a_b `x` **b**.txt',
  'loom [2] (new).png',
  '](https://x.example.com)',
  ':tada: 12:30:45.log',
  '~~old~~ $$x$$ \\*y\\*.csv',
  '<b> &amp; <time:2024-03-07>',
  '@**Ada Quill** #**loom** /me',
])
  test(`A file is linked by its name as it is: ${name}`, () => {
    const shown = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    assert.equal(
      render(`[${fileLabel(name)}](/user_uploads/2/ab/f)`).html,
      `<p>${a('/user_uploads/2/ab/f', shown)}</p>`,
    );
  });

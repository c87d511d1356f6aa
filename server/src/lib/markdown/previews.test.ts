import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cases, previews, render } from '../../../../tests/support/markdown/cast.ts';
import type { RenderOptions } from './types.ts';

const a = (href: string, text = href) => `<a href="${href}" rel="noopener noreferrer">${text}</a>`;

const div = (inner: string, href: string, title?: string, classes = 'message_inline_image') =>
  `<div class="${classes}"><a href="${href}" rel="noopener noreferrer"` +
  `${title === undefined ? '' : ` title="${title}"`}>${inner}</a></div>`;

const upload = (name: string, more = '') =>
  `<img${more} data-original-content-type="image/png" data-original-dimensions="300x200" ` +
  `src="/user_uploads/thumbnail/2/${name}/840x560.webp">`;

/** A link with a name of its own stays, and what it leads to is shown below. */
const named = (inner: string, href: string, title: string) =>
  `<p>${a(href, title)}</p>\n${div(inner, href, title)}`;

const video = (src: string) => `<video preload="metadata" src="${src}"></video>`;
const linkedVideo = (href: string) =>
  `<video data-video-original-url="${href}" preload="metadata" src="/external_content/video"></video>`;
const linked = '<img src="/external_content/image">';
const videoClasses = 'message_inline_image message_inline_video';
const withPreviews: RenderOptions = { previews };

cases(
  'previews of uploaded files',
  [
    ['[a.png](/user_uploads/2/a.png)', named(upload('a.png'), '/user_uploads/2/a.png', 'a.png')],
    ['https://chat.example.org/user_uploads/2/a.png', div(upload('a.png'), '/user_uploads/2/a.png')],
    ['[](/user_uploads/2/a.png)', div(upload('a.png'), '/user_uploads/2/a.png')],
    [
      '[**"A" & B**](/user_uploads/2/a.png)',
      `<p>${a('/user_uploads/2/a.png', '<strong>"A" &amp; B</strong>')}</p>\n` +
        div(upload('a.png'), '/user_uploads/2/a.png', '&quot;A&quot; &amp; B'),
    ],
    [
      'see [a.png](/user_uploads/2/a.png)',
      `<p>see ${a('/user_uploads/2/a.png', 'a.png')}</p>\n${div(upload('a.png'), '/user_uploads/2/a.png', 'a.png')}`,
    ],
    [
      '**[a.png](/user_uploads/2/a.png)**\n\nb',
      `<p><strong>${a('/user_uploads/2/a.png', 'a.png')}</strong></p>\n${div(upload('a.png'), '/user_uploads/2/a.png', 'a.png')}\n<p>b</p>`,
    ],
    [
      '[a](/user_uploads/2/a.png)\n[b](/user_uploads/2/b.png)',
      `<p>${a('/user_uploads/2/a.png', 'a')}<br>\n${a('/user_uploads/2/b.png', 'b')}</p>\n` +
        div(upload('a.png'), '/user_uploads/2/a.png', 'a') +
        div(upload('b.png'), '/user_uploads/2/b.png', 'b'),
    ],
    [
      '[a](/user_uploads/2/a.png)\n\n[b](/user_uploads/2/b.png)',
      `${named(upload('a.png'), '/user_uploads/2/a.png', 'a')}\n${named(upload('b.png'), '/user_uploads/2/b.png', 'b')}`,
    ],
    [
      '[a](/user_uploads/2/a.png) [again](/user_uploads/2/a.png)',
      `<p>${a('/user_uploads/2/a.png', 'a')} ${a('/user_uploads/2/a.png', 'again')}</p>\n${div(upload('a.png'), '/user_uploads/2/a.png', 'a')}`,
    ],
    [
      '[slow.png](/user_uploads/2/slow.png)',
      named(
        '<img class="image-loading-placeholder" data-original-content-type="image/png" ' +
          'data-original-dimensions="300x200" src="/static/images/loading/loader-black.svg">',
        '/user_uploads/2/slow.png',
        'slow.png',
      ),
    ],
    [
      '[a.gif](/user_uploads/2/a.gif)',
      named(
        '<img data-animated="true" data-original-content-type="image/gif" data-original-dimensions="300x200" ' +
          'src="/user_uploads/thumbnail/2/a.gif/840x560.webp">',
        '/user_uploads/2/a.gif',
        'a.gif',
      ),
    ],
    [
      '[a.heic](/user_uploads/2/a.heic)',
      named(
        '<img data-original-content-type="image/heic" data-original-dimensions="300x200" ' +
          'data-transcoded-image="300x200.webp" src="/user_uploads/thumbnail/2/a.heic/840x560.webp">',
        '/user_uploads/2/a.heic',
        'a.heic',
      ),
    ],
    [
      '[a.mp4](/user_uploads/2/a.mp4)',
      `<p>${a('/user_uploads/2/a.mp4', 'a.mp4')}</p>\n` +
        div(video('/user_uploads/2/a.mp4'), '/user_uploads/2/a.mp4', 'a.mp4', videoClasses),
    ],
    [
      '[a.mov](/user_uploads/2/a.mov)',
      `<p>${a('/user_uploads/2/a.mov', 'a.mov')}</p>\n` +
        div(video('/user_uploads/2/a.mov'), '/user_uploads/2/a.mov', 'a.mov', videoClasses),
    ],
    ['[a.avi](/user_uploads/2/a.avi)', `<p>${a('/user_uploads/2/a.avi', 'a.avi')}</p>`],
    ['[a.mp3](/user_uploads/2/a.mp3)', `<p>${a('/user_uploads/2/a.mp3', 'a.mp3')}</p>`],
    ['[a.txt](/user_uploads/2/a.txt)', `<p>${a('/user_uploads/2/a.txt', 'a.txt')}</p>`],
    ['[a.png](/user_uploads/9/a.png)', `<p>${a('/user_uploads/9/a.png', 'a.png')}</p>`],
    ['`/user_uploads/2/a.png`', '<p><code>/user_uploads/2/a.png</code></p>'],
  ],
  withPreviews,
);

cases(
  'where previews stand',
  [
    [
      '- [a](/user_uploads/2/a.png)',
      `<ul>\n<li>${a('/user_uploads/2/a.png', 'a')}${div(upload('a.png'), '/user_uploads/2/a.png', 'a')}</li>\n</ul>`,
    ],
    [
      '- /user_uploads/2/a.png https://chat.example.org/user_uploads/2/b.png\n- https://chat.example.org/user_uploads/2/a.png',
      `<ul>\n<li>/user_uploads/2/a.png ${a('/user_uploads/2/b.png', 'https://chat.example.org/user_uploads/2/b.png')}${div(upload('b.png'), '/user_uploads/2/b.png')}</li>\n<li>${div(upload('a.png'), '/user_uploads/2/a.png')}</li>\n</ul>`,
    ],
    [
      '- x [a](/user_uploads/2/a.png)\n  - y',
      `<ul>\n<li>x ${a('/user_uploads/2/a.png', 'a')}${div(upload('a.png'), '/user_uploads/2/a.png', 'a')}\n<ul>\n<li>y</li>\n</ul>\n</li>\n</ul>`,
    ],
    [
      '- [a](/user_uploads/2/a.png)\n\n- b',
      `<ul>\n<li>\n${named(upload('a.png'), '/user_uploads/2/a.png', 'a')}\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>`,
    ],
    [
      '# x [a](/user_uploads/2/a.png)',
      `<h1>x ${a('/user_uploads/2/a.png', 'a')}</h1>\n${div(upload('a.png'), '/user_uploads/2/a.png', 'a')}`,
    ],
    [
      '|h|\n|-|\n|[a](/user_uploads/2/a.png)|\n\nb',
      `<table>\n<thead>\n<tr>\n<th>h</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>${a('/user_uploads/2/a.png', 'a')}</td>\n</tr>\n</tbody>\n</table>\n` +
        `${div(upload('a.png'), '/user_uploads/2/a.png', 'a')}\n<p>b</p>`,
    ],
    [
      '> [a](/user_uploads/2/a.png)',
      `<blockquote>\n<p>${a('/user_uploads/2/a.png', 'a')}</p>\n</blockquote>`,
    ],
    [
      '```quote\n[a](/user_uploads/2/a.png)\n```\n[b](/user_uploads/2/b.png)',
      `<blockquote>\n<p>${a('/user_uploads/2/a.png', 'a')}</p>\n</blockquote>\n${named(upload('b.png'), '/user_uploads/2/b.png', 'b')}`,
    ],
    [
      '```spoiler x\n[a](/user_uploads/2/a.png)\n```',
      '<div class="spoiler-block"><div class="spoiler-header">\n<p>x</p>\n</div>' +
        `<div class="spoiler-content" aria-hidden="true">\n${named(upload('a.png'), '/user_uploads/2/a.png', 'a')}\n</div></div>`,
    ],
    [
      '```\n[a](/user_uploads/2/a.png)\n```',
      '<div class="codehilite"><pre><span></span><code>[a](/user_uploads/2/a.png)\n</code></pre></div>',
    ],
  ],
  withPreviews,
);

cases(
  'media in the text',
  [
    [
      'a ![b "c"](/user_uploads/2/a.png) d',
      `<p>a ${upload('a.png', ' alt="b &quot;c&quot;" class="inline-image"').replace(' src="', ' data-original-src="/user_uploads/2/a.png" src="')} d</p>`,
    ],
    [
      '![](/user_uploads/2/slow.png)',
      '<p><img alt="" class="inline-image image-loading-placeholder" data-original-content-type="image/png" ' +
        'data-original-dimensions="300x200" data-original-src="/user_uploads/2/slow.png" ' +
        'src="/static/images/loading/loader-black.svg"></p>',
    ],
    [
      '![a.mp3](/user_uploads/2/a.mp3)',
      '<p><audio controls preload="metadata" src="/user_uploads/2/a.mp3" title="a.mp3"></audio></p>',
    ],
    [
      '![](/user_uploads/2/a.wav)',
      '<p><audio controls preload="metadata" src="/user_uploads/2/a.wav"></audio></p>',
    ],
    ['![a](/user_uploads/2/a.mid)', `<p>${a('/user_uploads/2/a.mid', 'a')}</p>`],
    ['![a](/user_uploads/2/a.txt)', `<p>${a('/user_uploads/2/a.txt', 'a')}</p>`],
    ['![a](/user_uploads/9/a.png)', `<p>${a('/user_uploads/9/a.png', 'a')}</p>`],
    [
      '![a](/user_uploads/2/a.mp4)',
      `<p>${a('/user_uploads/2/a.mp4', 'a')}</p>\n${div(video('/user_uploads/2/a.mp4'), '/user_uploads/2/a.mp4', 'a', videoClasses)}`,
    ],
    [
      '![a](https://x.example.com/a.mp3)',
      '<p><audio controls preload="metadata" data-original-url="https://x.example.com/a.mp3" src="/external_content/audio" title="a"></audio></p>',
    ],
    ['![a](https://x.example.com/private/a.mp3)', `<p>!${a('https://x.example.com/private/a.mp3', 'a')}</p>`],
    [
      '![a](https://x.example.com/a.png)',
      `<p>!${a('https://x.example.com/a.png', 'a')}</p>\n${div(linked, 'https://x.example.com/a.png', 'a')}`,
    ],
    ['![a](javascript:x)', '<p>![a](javascript:x)</p>'],
    ['![a]', '<p>![a]</p>'],
    ['![a](/user_uploads/2/a.png', '<p>![a](/user_uploads/2/a.png</p>'],
    ['!', '<p>!</p>'],
    [
      '![a](/user_uploads/2/a.png "title")!',
      `<p>${upload('a.png', ' alt="a" class="inline-image"').replace(' src="', ' data-original-src="/user_uploads/2/a.png" src="')}!</p>`,
    ],
  ],
  withPreviews,
);

cases(
  'previews of other servers',
  [
    ['https://x.example.com/a.png', div(linked, 'https://x.example.com/a.png')],
    ['[b](https://x.example.com/a.JPEG?x=1#y)', named(linked, 'https://x.example.com/a.JPEG?x=1#y', 'b')],
    ['https://x.example.com/private/a.png', `<p>${a('https://x.example.com/private/a.png')}</p>`],
    ['https://x.example.com/a.png.html', `<p>${a('https://x.example.com/a.png.html')}</p>`],
    ['https://x.example.com/a?b=c.png', `<p>${a('https://x.example.com/a?b=c.png')}</p>`],
    ['https://x.example.com/a.constructor', `<p>${a('https://x.example.com/a.constructor')}</p>`],
    [
      'https://x.example.com/a.webm',
      div(
        linkedVideo('https://x.example.com/a.webm'),
        'https://x.example.com/a.webm',
        undefined,
        videoClasses,
      ),
    ],
    [
      '[b](https://x.example.com/a.mp4)',
      `<p>${a('https://x.example.com/a.mp4', 'b')}</p>\n` +
        div(linkedVideo('https://x.example.com/a.mp4'), 'https://x.example.com/a.mp4', 'b', videoClasses),
    ],
    [
      'https://chat.example.org/user_uploads/2/a.mp4',
      div(video('/user_uploads/2/a.mp4'), '/user_uploads/2/a.mp4', undefined, videoClasses),
    ],
    ['https://x.example.com/a.mp3', `<p>${a('https://x.example.com/a.mp3')}</p>`],
    ...[
      'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
      'https://youtube.com/watch?t=3&v=aqz-KE-bpKQ',
      'https://youtu.be/aqz-KE-bpKQ?t=3',
      'https://m.youtube.com/shorts/aqz-KE-bpKQ',
      'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
      'http://youtube.com/v/aqz-KE-bpKQ',
      'https://youtube.com/watch_popup?v=aqz-KE-bpKQ',
    ].map((url) => {
      const href = url.replaceAll('&', '&amp;');
      const preview = `<div class="youtube-video message_inline_image"><a data-id="aqz-KE-bpKQ" href="${href}" rel="noopener noreferrer">${linked}</a></div>`;
      return [url, `<p>${a(href)}</p>\n${preview}`] as const;
    }),
    ['https://youtu.be/short', `<p>${a('https://youtu.be/short')}</p>`],
    [
      'https://youtube.com.example.com/watch?v=aqz-KE-bpKQ',
      `<p>${a('https://youtube.com.example.com/watch?v=aqz-KE-bpKQ')}</p>`,
    ],
  ],
  withPreviews,
);

cases(
  'hidden previews',
  [
    ['[a.png](/user_uploads/2/a.png)', `<p>${a('/user_uploads/2/a.png', 'a.png')}</p>`],
    ['https://x.example.com/a.png', `<p>${a('https://x.example.com/a.png')}</p>`],
    [
      '![a.mp3](/user_uploads/2/a.mp3)',
      '<p><audio controls preload="metadata" src="/user_uploads/2/a.mp3" title="a.mp3"></audio></p>',
    ],
  ],
  { previews, hidePreviews: true },
);

describe('Previews', () => {
  test('A message with previews has the links, uploads and images that the previews stand for', () => {
    const rendered = render('[a](/user_uploads/2/slow.png)', withPreviews);
    assert.deepEqual(rendered.uploads, ['2/slow.png']);
    assert.deepEqual(rendered.awaitedThumbnails, ['2/slow.png']);
    assert.deepEqual([rendered.hasLink, rendered.hasImage, rendered.hasAttachment], [true, true, true]);
  });

  test('An inline image or audio file is an upload', () => {
    const rendered = render('![a](/user_uploads/2/a.png) ![b](/user_uploads/2/b.mp3)', withPreviews);
    assert.deepEqual(rendered.uploads, ['2/a.png', '2/b.mp3']);
    assert.deepEqual(rendered.awaitedThumbnails, []);
    assert.deepEqual([rendered.hasLink, rendered.hasImage, rendered.hasAttachment], [false, true, true]);
  });

  test('An uploaded image is an image whatever its name', () => {
    const type = () => ({ contentType: 'image/png', thumbnail: '/user_uploads/thumbnail/x' });
    assert.equal(render('[a](/user_uploads/2/a)', { previews: { uploaded: type } }).hasImage, true);
    assert.equal(render('[a](/user_uploads/2/a)').hasImage, false);
  });

  test('The number of previews is limited', () => {
    const source = Array.from({ length: 40 }, (_, i) => `https://x.example.com/${i}.png`).join('\n');
    const { html } = render(source, withPreviews);
    assert.equal(html.match(/message_inline_image/g)?.length, 24);
    assert.equal(html.match(/<br>/g)?.length, 39);
  });

  test('Preview attributes escape any value', () => {
    const nasty = { contentType: 'image/"><script>', thumbnail: '/"><script>', transcoded: '"' };
    const { html } = render('[a](/user_uploads/2/a.png)', { previews: { uploaded: () => nasty } });
    assert.ok(!html.includes('<script>'));
  });
});

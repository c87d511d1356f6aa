import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emojiByName } from './emoji.ts';
import { cases, linkifiers, render } from '../../../../../tests/support/markdown/cast.ts';

const emoji = (name: string) => {
  const title = name.replaceAll('_', ' ');
  return `<span aria-label="${title}" class="emoji emoji-${emojiByName(name)?.code}" role="img" title="${title}">:${name}:</span>`;
};

const wanted = { translateEmoticons: true };

cases(
  'emoticons',
  [
    ...(
      [
        [':)', 'smile'],
        ['(:', 'smile'],
        [':(', 'frown'],
        ['<3', 'heart'],
        [':|', 'expressionless'],
        [':/', 'confused'],
        [';)', 'wink'],
        [':D', 'grinning'],
        [':o', 'open_mouth'],
        [':O', 'open_mouth'],
        [':p', 'stuck_out_tongue'],
        [':P', 'stuck_out_tongue'],
      ] as const
    ).map(([typed, name]) => [typed, `<p>${emoji(name)}</p>`] as const),
    ['hi :) there :(', `<p>hi ${emoji('smile')} there ${emoji('frown')}</p>`],
    [':) :)\n:)', `<p>${emoji('smile')} ${emoji('smile')}<br>\n${emoji('smile')}</p>`],
    ['**:)** b', `<p><strong>${emoji('smile')}</strong> b</p>`],
    ['**b** :)', `<p><strong>b</strong> ${emoji('smile')}</p>`],
    ['**b**:)', '<p><strong>b</strong>:)</p>'],
    [':)**b**', '<p>:)<strong>b</strong></p>'],
    ['a:) :)b :/: x:D', '<p>a:) :)b :/: x:D</p>'],
    [
      'done :). (yes :)) "no :("',
      `<p>done ${emoji('smile')}. (yes ${emoji('smile')}) "no ${emoji('frown')}"</p>`,
    ],
    ['!:)? :),:(', `<p>!${emoji('smile')}? ${emoji('smile')},${emoji('frown')}</p>`],
    ['(:)', `<p>${emoji('smile')})</p>`],
    ['1 <3 2', `<p>1 ${emoji('heart')} 2</p>`],
    ['a <3b', '<p>a &lt;3b</p>'],
    [';( :x :|| http://a/', `<p>;( :x :|| <a href="http://a/" rel="noopener noreferrer">http://a/</a></p>`],
    ['`:)`', '<p><code>:)</code></p>'],
    [
      '[:)](https://x.example.com)',
      '<p><a href="https://x.example.com" rel="noopener noreferrer">:)</a></p>',
    ],
    [':smile: :)', `<p>${emoji('smile')} ${emoji('smile')}</p>`],
  ],
  wanted,
);

cases('emoticons that nobody wants', [
  [':) <3', '<p>:) &lt;3</p>'],
  ['**:)**', '<p><strong>:)</strong></p>'],
]);

test('Emoticons are converted beside linkifier matches', () => {
  const { html } = render(':) #1:) #2 :)', { ...wanted, linkifiers });
  const link = (id: number) =>
    `<a href="https://bugs.example.com/${id}" rel="noopener noreferrer">#${id}</a>`;
  assert.equal(html, `<p>${emoji('smile')} ${link(1)}:) ${link(2)} ${emoji('smile')}</p>`);
});

cases('emoji of the server', [
  [':heddle:', '<p><img alt=":heddle:" class="emoji" src="/static/emoji/heddle.png" title="heddle"></p>'],
  [
    // COMPAT(mobile app): it offers this name.
    ':zulip:',
    '<p><img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip"></p>',
  ],
  [':valueOf:', '<p>:valueOf:</p>'],
]);

test('A custom emoji overrides a built-in one', () => {
  const { html } = render(':heddle:', { customEmoji: () => '/user_avatars/1/emoji/images/1.png' });
  assert.match(html, /src="\/user_avatars\/1\/emoji\/images\/1.png"/);
});

import { cases } from '../../../../../tests/support/markdown/cast.ts';

const code = (content: string, language?: string) =>
  `<div class="codehilite"${language === undefined ? '' : ` data-code-language="${language}"`}>` +
  `<pre><span></span><code>${content}\n</code></pre></div>`;

const spoiler = (header: string, content: string) =>
  `<div class="spoiler-block"><div class="spoiler-header">\n${header}</div>` +
  `<div class="spoiler-content" aria-hidden="true">\n${content}</div></div>`;

cases('fenced code', [
  ['```\na\n```', code('a')],
  ['~~~\na\n~~~', code('a')],
  ['```\na\n\n  b <c> & **d**\n```', code('a\n\n  b &lt;c&gt; &amp; **d**')],
  ['```\n\n\na\n\n```', code('a')],
  ['```\n```', code('')],
  ['```py\na\n```', code('a', 'Python')],
  ['``` c++\na\n```', code('a', 'C++')],
  ['```{.python}\na\n```', code('a', 'Python')],
  ['```{.python }  \na\n```', code('a', 'Python')],
  ['```text with a title\na\n```', `<p>text with a title</p>\n${code('a', 'Text only')}`],
  ['```js **b** @**all**\na\n```', `<p>js **b** @**all**</p>\n${code('a', 'JavaScript')}`],
  ['- ```py x\n  a', `<ul>\n<li>py x${code('a', 'Python')}\n</li>\n</ul>`],
  ['```wool', `<p>wool</p>\n${code('', 'wool')}`],
  ['```math of it\n```', '<p>math of it</p>'],
  ['```\na', code('a')],
  ['```\na\n````', code('a\n````')],
  ['````\na\n```\n````', code('a\n```')],
  ['```\na\n```  \nb', `${code('a')}\n<p>b</p>`],
  ['````\n```\na\n```\n````', code('```\na\n```')],
  ['```\n~~~\n```', code('~~~')],
  ['a\n```\nb\n```\nc', `<p>a</p>\n${code('b')}\n<p>c</p>`],
  ['```one line```', '<p><code>one line</code></p>'],
  [
    '```\n@**Ada Quill** :smile: https://loom.example.com\n```',
    code('@**Ada Quill** :smile: https://loom.example.com'),
  ],
  ['- a\n  ```\n  b\n  ```\n- c', `<ul>\n<li>a${code('b')}\n</li>\n<li>c</li>\n</ul>`],
  ['- ```\n  a\nb', `<ul>\n<li>\n${code('a')}\n</li>\n</ul>\n<p>b</p>`],
  ['> ```\n> a\n> ```\n> b', `<blockquote>\n${code('a')}\n<p>b</p>\n</blockquote>`],
  ['```js"><img>\na\n```', `<p>js"&gt;&lt;img&gt;</p>\n${code('a', 'JavaScript')}`],
]);

cases('quotations between fences', [
  ['```quote\na\n```', '<blockquote>\n<p>a</p>\n</blockquote>'],
  [
    '``` quote\n**a**\n\nb\n```\nc',
    '<blockquote>\n<p><strong>a</strong></p>\n<p>b</p>\n</blockquote>\n<p>c</p>',
  ],
  ['```QUOTED\na', '<blockquote>\n<p>a</p>\n</blockquote>'],
  ['~~~quote\n- a\n~~~', '<blockquote>\n<ul>\n<li>a</li>\n</ul>\n</blockquote>'],
  [
    '```quote\n```py\na\n```\nb\n```\nc',
    `<blockquote>\n${code('a', 'Python')}\n<p>b</p>\n</blockquote>\n<p>c</p>`,
  ],
  [
    '````quote\n```quote\na\n```\nb\n````\nc',
    '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</blockquote>\n<p>c</p>',
  ],
  [
    '```quote\n```quote\na\n```\nb\n```',
    '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</blockquote>',
  ],
  ['```quote\n> a\n```', '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n</blockquote>'],
  [
    '```quote\n@**Ada Quill**\n```\n@**Ada Quill**',
    '<blockquote>\n<p><span class="user-mention silent" data-user-id="12">Ada Quill</span></p>\n</blockquote>\n' +
      '<p><span class="user-mention" data-user-id="12">@Ada Quill</span></p>',
  ],
  ['```quote Ada *said*\na\n```', '<blockquote>\n<p>Ada <em>said</em></p>\n<p>a</p>\n</blockquote>'],
  ['```quote\n```', '<blockquote>\n</blockquote>'],
  [
    '```quote\n~~~quote\na\n```\nb',
    '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n</blockquote>\n<p>b</p>',
  ],
  [
    '~~~~quote\n```spoiler x\n~~~quote\na\n```\nb\n~~~~\nc',
    `<blockquote>\n${spoiler('<p>x</p>\n', '<blockquote>\n<p>a</p>\n</blockquote>\n')}\n<p>b</p>\n</blockquote>\n<p>c</p>`,
  ],
  [
    '```quote\n~~~quote\n```\na\n```\n~~~\n```\nb',
    `<blockquote>\n<blockquote>\n${code('a')}\n</blockquote>\n</blockquote>\n<p>b</p>`,
  ],
  ['```quote\n~~~py\n```\n~~~\n```\nb', `<blockquote>\n${code('```', 'Python')}\n</blockquote>\n<p>b</p>`],
]);

cases('spoilers', [
  ['```spoiler\na\n```', spoiler('', '<p>a</p>\n')],
  ['```spoiler The *end*\na\n\nb\n```', spoiler('<p>The <em>end</em></p>\n', '<p>a</p>\n<p>b</p>\n')],
  ['```spoiler x\n```', spoiler('<p>x</p>\n', '')],
  ['```spoiler x\n```\na\n```\n```', spoiler('<p>x</p>\n', '') + `\n<p>a</p>\n${code('')}`],
  ['```spoiler x\n```py\na\n```\n```\nb', `${spoiler('<p>x</p>\n', `${code('a', 'Python')}\n`)}\n<p>b</p>`],
  ['a\n```spoiler <x>\nb\n```', `<p>a</p>\n${spoiler('<p>&lt;x&gt;</p>\n', '<p>b</p>\n')}`],
  [
    '```quote\n```spoiler x\na\n```\n```',
    `<blockquote>\n${spoiler('<p>x</p>\n', '<p>a</p>\n')}\n</blockquote>`,
  ],
]);

import { cases } from '../../../../tests/support/markdown/cast.ts';

cases('emphasis', [
  ['*a*', '<p><em>a</em></p>'],
  ['**a**', '<p><strong>a</strong></p>'],
  ['***a***', '<p><em><strong>a</strong></em></p>'],
  ['~~a~~', '<p><del>a</del></p>'],
  ['~a~', '<p>~a~</p>'],
  ['_a_ __b__', '<p>_a_ __b__</p>'],
  ['a*b*c', '<p>a<em>b</em>c</p>'],
  ['a * b * c', '<p>a * b * c</p>'],
  ['2 ** 3', '<p>2 ** 3</p>'],
  ['const char *x = (char *)y;', '<p>const char *x = (char *)y;</p>'],
  ['**a *b* c**', '<p><strong>a <em>b</em> c</strong></p>'],
  ['*a **b** c*', '<p><em>a <strong>b</strong> c</em></p>'],
  ['**~~a~~**', '<p><strong><del>a</del></strong></p>'],
  ['**a', '<p>**a</p>'],
  ['a**', '<p>a**</p>'],
  ['**a*', '<p>*<em>a</em></p>'],
  ['**注意：**请看', '<p><strong>注意：</strong>请看</p>'],
  ['**"a"**b', '<p><strong>"a"</strong>b</p>'],
  ['*a\nb*', '<p>*a<br>\nb*</p>'],
  ['**a\n*b* c**', '<p>**a<br>\n<em>b</em> c**</p>'],
  ['*a*\n**b**\n~~c~~', '<p><em>a</em><br>\n<strong>b</strong><br>\n<del>c</del></p>'],
  ['~~a\nb~~', '<p>~~a<br>\nb~~</p>'],
  ['[*a\nb* **c**](/d)', '<p><a href="/d" rel="noopener noreferrer">*a<br>\nb* <strong>c</strong></a></p>'],
  ['x ~~ a ~~ b', '<p>x <del> a </del> b</p>'],
  ['~~~a~~~', '<p>~~~a~~~</p>'],
  ['a ~~~~~~b~~~~', '<p>a ~~~~~~b~~~~</p>'],
  ['****', '<hr>'],
  ['x ****', '<p>x ****</p>'],
]);

cases('inline code', [
  ['`a`', '<p><code>a</code></p>'],
  ['`<a> & "b"`', '<p><code>&lt;a&gt; &amp; "b"</code></p>'],
  ['`` a`b ``', '<p><code> a`b </code></p>'],
  ['` a `', '<p><code> a </code></p>'],
  ['` `', '<p><code> </code></p>'],
  ['`a\nb`', '<p><code>a b</code></p>'],
  ['`a `` b` c``', '<p><code>a `` b</code> c``</p>'],
  ['[`a`](/b) `c`', '<p><a href="/b" rel="noopener noreferrer"><code>a</code></a> <code>c</code></p>'],
  ['` a`', '<p><code> a</code></p>'],
  [
    '`**a** @**Ada Quill** :smile: https://loom.example.com`',
    '<p><code>**a** @**Ada Quill** :smile: https://loom.example.com</code></p>',
  ],
  ['`a', '<p>`a</p>'],
  ['\\`', '<p>\\`</p>'],
  ['\\`a\\` b', '<p>\\`a\\` b</p>'],
  ['\\\\`a`', '<p>\\\\<code>a</code></p>'],
  ['\\``a`', '<p>\\`<code>a</code></p>'],
  ['`a\\`', '<p><code>a\\</code></p>'],
  ['[\\`a](/b) `c`', '<p><a href="/b" rel="noopener noreferrer">\\`a</a> <code>c</code></p>'],
  ['`a``', '<p>`a``</p>'],
  ['*a `b* c`', '<p>*a <code>b* c</code></p>'],
  ['**`a`**', '<p><strong><code>a</code></strong></p>'],
]);

cases('entities', [
  ['&copy; &amp; &lt;b&gt; &#65; &#x42;', '<p>© &amp; &lt;b&gt; A B</p>'],
  ['&nosuch; AT&T a&b', '<p>&amp;nosuch; AT&amp;T a&amp;b</p>'],
  ['&#0; &#x110000;', '<p>\uFFFD \uFFFD</p>'],
]);

cases('times', [
  [
    '<time:2024-03-07T15:00:00-08:00>',
    '<p><time datetime="2024-03-07T23:00:00Z">2024-03-07T15:00:00-08:00</time></p>',
  ],
  ['<time:2024-03-07T15:00Z>', '<p><time datetime="2024-03-07T15:00:00Z">2024-03-07T15:00Z</time></p>'],
  ['<time:2024-03-07 15:00>', '<p><time datetime="2024-03-07T15:00:00Z">2024-03-07 15:00</time></p>'],
  ['<time:2024-03-07>', '<p><time datetime="2024-03-07T00:00:00Z">2024-03-07</time></p>'],
  [
    '<time:2024-03-07T15:00:00+0530>',
    '<p><time datetime="2024-03-07T09:30:00Z">2024-03-07T15:00:00+0530</time></p>',
  ],
  ['at <time:1700000000>!', '<p>at <time datetime="2023-11-14T22:13:20Z">1700000000</time>!</p>'],
  ...(
    [
      ['7 March 2024', '2024-03-07T00:00:00Z'],
      ['7th of Mar. 2024, 3pm', '2024-03-07T15:00:00Z'],
      ['Thursday, March 7, 2024 at 3:04:05 PM PST', '2024-03-07T23:04:05Z'],
      ['sept 1st 2024 12am', '2024-09-01T00:00:00Z'],
      ['2024-03-07 12:30 p.m. cet', '2024-03-07T11:30:00Z'],
      ['2024-03-07 00:30 UTC+05:30', '2024-03-06T19:00:00Z'],
      ['2024-03-07T15:00:00.250Z', '2024-03-07T15:00:00.250Z'],
      ['2024-02-29', '2024-02-29T00:00:00Z'],
      ['0099-12-31', '0099-12-31T00:00:00Z'],
    ] as const
  ).map(([typed, stamp]) => [`<time:${typed}>`, `<p><time datetime="${stamp}">${typed}</time></p>`] as const),
]);

cases('what is no time is shown in its place', [
  ...[
    'tomorrow',
    '2024-02-30',
    '2023-02-29',
    '2024-13-01',
    '0000-01-01',
    '0001-01-01T00:00+23:00',
    '12345',
    '',
    '2024-03-07 25:00',
    '2024-03-07 13pm',
    '2024-03-07 10:61',
    '2024-03-07 10:00 XYZ',
    '31 Foo 2024',
    '2024-03-07T15:00+24:00',
    '2024-03-07T15:00-32:00',
    '2024-03-07T15:00+01:60',
    '7 March 2024 and more',
    '**b** @**Ada Quill** :smile:',
    '1234567890123',
  ].map((typed) => [`a <time:${typed}>.`, `<p>a &lt;time:${typed}&gt;.</p>`] as const),
  ['<time:<b>', '<p>&lt;time:&lt;b&gt;</p>'],
  ['<time:a\nb>', '<p>&lt;time:a<br>\nb&gt;</p>'],
  ['<time:2024-03-07', '<p>&lt;time:2024-03-07</p>'],
  ['`<time:x>`', '<p><code>&lt;time:x&gt;</code></p>'],
]);

cases('status', [
  ['/me waves', '<p>/me waves</p>'],
  ['/me **waves**', '<p>/me <strong>waves</strong></p>'],
]);

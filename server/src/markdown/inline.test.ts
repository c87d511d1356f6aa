import { cases } from './test-cast.ts';

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
  ['*a\nb*', '<p><em>a<br>\nb</em></p>'],
  ['****', '<hr>'],
  ['x ****', '<p>x ****</p>'],
]);

cases('inline code', [
  ['`a`', '<p><code>a</code></p>'],
  ['`<a> & "b"`', '<p><code>&lt;a&gt; &amp; "b"</code></p>'],
  ['`` a`b ``', '<p><code>a`b</code></p>'],
  ['` a`', '<p><code> a</code></p>'],
  [
    '`**a** @**Ada Quill** :smile: https://loom.example.com`',
    '<p><code>**a** @**Ada Quill** :smile: https://loom.example.com</code></p>',
  ],
  ['`a', '<p>`a</p>'],
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
  ['<time:tomorrow>', '<p>&lt;time:tomorrow&gt;</p>'],
  ['<time:2024-02-30>', '<p>&lt;time:2024-02-30&gt;</p>'],
  ['<time:2024-13-01>', '<p>&lt;time:2024-13-01&gt;</p>'],
  ['<time:0000-01-01T00:00+23:00>', '<p>&lt;time:0000-01-01T00:00+23:00&gt;</p>'],
  ['<time:>', '<p>&lt;time:&gt;</p>'],
]);

cases('status', [
  ['/me waves', '<p>/me waves</p>'],
  ['/me **waves**', '<p>/me <strong>waves</strong></p>'],
]);

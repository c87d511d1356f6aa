import { cases } from '../../../../tests/support/markdown/cast.ts';

cases('paragraphs', [
  ['', ''],
  [' \n ', ''],
  ['hello', '<p>hello</p>'],
  ['  hello  ', '<p>hello</p>'],
  ['one\ntwo', '<p>one<br>\ntwo</p>'],
  ['one  \n  two', '<p>one<br>\ntwo</p>'],
  ['one\n\ntwo', '<p>one</p>\n<p>two</p>'],
  ['one\n \n\n\ntwo\nthree', '<p>one</p>\n<p>two<br>\nthree</p>'],
  ['one\r\ntwo\rthree', '<p>one<br>\ntwo<br>\nthree</p>'],
  ['a < b && c > d "e"', '<p>a &lt; b &amp;&amp; c &gt; d "e"</p>'],
  ['<b>bold</b>', '<p>&lt;b&gt;bold&lt;/b&gt;</p>'],
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['<!-- note -->', '<p>&lt;!-- note --&gt;</p>'],
  ['Note: this, then 3.5 of it.', '<p>Note: this, then 3.5 of it.</p>'],
  ['snake_case and __init__', '<p>snake_case and __init__</p>'],
  ['back\\slash \\*stays\\*', '<p>back\\slash \\<em>stays\\</em></p>'],
  ['nul \0 byte', '<p>nul \uFFFD byte</p>'],
  [
    '[name]: https://loom.example.com',
    '<p>[name]: <a href="https://loom.example.com" rel="noopener noreferrer">https://loom.example.com</a></p>',
  ],
]);

cases('headings', [
  ['# one', '<h1>one</h1>'],
  ['###### six', '<h6>six</h6>'],
  ['####### seven', '<p>####### seven</p>'],
  ['## two ##', '<h2>two</h2>'],
  ['#', '<p>#</p>'],
  ['## ##', '<p>## ##</p>'],
  ['#nospace', '<p>#nospace</p>'],
  ['text\n# heading\ntext', '<p>text</p>\n<h1>heading</h1>\n<p>text</p>'],
  ['# **b** `c`', '<h1><strong>b</strong> <code>c</code></h1>'],
  ['not a heading\n---', '<p>not a heading</p>\n<hr>'],
  ['not a heading\n===', '<p>not a heading<br>\n===</p>'],
]);

cases('horizontal rules', [
  ['---', '<hr>'],
  ['***', '<hr>'],
  ['_ _ _', '<hr>'],
  ['--', '<p>--</p>'],
  ['a\n\n---\n\nb', '<p>a</p>\n<hr>\n<p>b</p>'],
]);

cases('quotations', [
  ['> a', '<blockquote>\n<p>a</p>\n</blockquote>'],
  ['>a', '<blockquote>\n<p>a</p>\n</blockquote>'],
  ['> a\n> b', '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>'],
  ['> a\nb', '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>'],
  ['> a\n\nb', '<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>'],
  ['> a\n\n> b', '<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>'],
  ['a\n> b', '<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>'],
  ['> > a', '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n</blockquote>'],
  ['> - a\n> - b', '<blockquote>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n</blockquote>'],
  ['a > b', '<p>a &gt; b</p>'],
  ['>', '<p>&gt;</p>'],
  ['> \n>', '<p>&gt;<br>\n&gt;</p>'],
  ['>>', '<blockquote>\n<p>&gt;</p>\n</blockquote>'],
  ['a\n>', '<p>a<br>\n&gt;</p>'],
  ['>\n> a', '<blockquote>\n<p>a</p>\n</blockquote>'],
  ['> a\n>\n> b', '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>'],
  ['- >', '<ul>\n<li>&gt;</li>\n</ul>'],
  [
    '> @**Ada Quill** @*weavers* @**all**',
    '<blockquote>\n<p><span class="user-mention silent" data-user-id="12">Ada Quill</span> ' +
      '<span class="user-group-mention silent" data-user-group-id="5">weavers</span> ' +
      '<span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span></p>\n</blockquote>',
  ],
]);

cases('bulleted lists', [
  ['- a', '<ul>\n<li>a</li>\n</ul>'],
  ['* a\n* b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  ['+ a', '<ul>\n<li>a</li>\n</ul>'],
  ['text\n- a\n- b', '<p>text</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  ['- a\ncontinued', '<ul>\n<li>a<br>\ncontinued</li>\n</ul>'],
  ['- a\n\n- b', '<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>'],
  ['- a\n\n  b', '<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ul>'],
  ['- a\n\ntext', '<ul>\n<li>a</li>\n</ul>\n<p>text</p>'],
  ['- a\n  - b\n    - c', '<ul>\n<li>a<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n</ul>'],
  ['- a\n  > b', '<ul>\n<li>a<blockquote>\n<p>b</p>\n</blockquote>\n</li>\n</ul>'],
  ['- **a**: `b`', '<ul>\n<li><strong>a</strong>: <code>b</code></li>\n</ul>'],
  ['-', '<p>-</p>'],
  ['*', '<p>*</p>'],
  ['+', '<p>+</p>'],
  ['-\n-', '<p>-<br>\n-</p>'],
  ['-\n\na', '<p>-</p>\n<p>a</p>'],
  ['- -', '<ul>\n<li>-</li>\n</ul>'],
  ['-\n- a\n-', '<ul>\n<li></li>\n<li>a</li>\n<li></li>\n</ul>'],
  ['-\n  a', '<ul>\n<li>a</li>\n</ul>'],
  ['-a', '<p>-a</p>'],
  ['-1 and +1', '<p>-1 and +1</p>'],
  ['- a\n* b\n+ c', '<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ul>'],
  ['- a\n  - b\n  * c\n- d', '<ul>\n<li>a<ul>\n<li>b</li>\n<li>c</li>\n</ul>\n</li>\n<li>d</li>\n</ul>'],
  ['- a\n  ---\n  b', '<ul>\n<li>a<hr>\nb</li>\n</ul>'],
  ['- # h', '<ul>\n<li>\n<h1>h</h1>\n</li>\n</ul>'],
]);

cases('numbered lists', [
  ['1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
  ['1.', '<p>1.</p>'],
  ['1)', '<p>1)</p>'],
  ['1) a', '<ol>\n<li>a</li>\n</ol>'],
  ['7. a\n8. b', '<ol start="7">\n<li>a</li>\n<li>b</li>\n</ol>'],
  ['0. a', '<ol start="0">\n<li>a</li>\n</ol>'],
  ['text\n1. a', '<p>text</p>\n<ol>\n<li>a</li>\n</ol>'],
  ['text\n2. a', '<p>text</p>\n<ol start="2">\n<li>a</li>\n</ol>'],
  ['The year was\n1986. It rained.', '<p>The year was<br>\n1986. It rained.</p>'],
  ['1.5 metres', '<p>1.5 metres</p>'],
  ['1. a\n   - b', '<ol>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ol>'],
  ['1. a\n  - b\n  - c\n2. d', '<ol>\n<li>a<ul>\n<li>b</li>\n<li>c</li>\n</ul>\n</li>\n<li>d</li>\n</ol>'],
  ['1. a\n  1. b', '<ol>\n<li>a<ol>\n<li>b</li>\n</ol>\n</li>\n</ol>'],
  ['- a\n1. b', '<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>'],
]);

const table = (head: string, body: string) =>
  `<table>\n<thead>\n<tr>\n${head}</tr>\n</thead>\n<tbody>\n${body}</tbody>\n</table>`;

cases('tables', [
  ['a|b\n-|-\n1|2', table('<th>a</th>\n<th>b</th>\n', '<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n')],
  ['| a |\n| - |\n| 1 |', table('<th>a</th>\n', '<tr>\n<td>1</td>\n</tr>\n')],
  ['|a|\n|-|', table('<th>a</th>\n', '')],
  [
    '|a|b|c|\n|:-|:-:|-:|\n|1|2|3|',
    table(
      '<th style="text-align: left;">a</th>\n<th style="text-align: center;">b</th>\n<th style="text-align: right;">c</th>\n',
      '<tr>\n<td style="text-align: left;">1</td>\n<td style="text-align: center;">2</td>\n<td style="text-align: right;">3</td>\n</tr>\n',
    ),
  ],
  ['|a|b|\n|-|-|\n|1|', table('<th>a</th>\n<th>b</th>\n', '<tr>\n<td>1</td>\n<td></td>\n</tr>\n')],
  ['|a|\n|-|\n|1|2|', table('<th>a</th>\n', '<tr>\n<td>1 | 2</td>\n</tr>\n')],
  ['|a|\n|-|\n|1| |\n', table('<th>a</th>\n', '<tr>\n<td>1</td>\n</tr>\n')],
  [
    '|a|b|\n|-|-|\n|`x|y`|``z`|1``|',
    table('<th>a</th>\n<th>b</th>\n', '<tr>\n<td><code>x|y</code></td>\n<td><code>z`|1</code></td>\n</tr>\n'),
  ],
  ['|`a|b`|\n|-|', table('<th><code>a|b</code></th>\n', '')],
  ['|a|b|\n|-|-|\n|\\`x|y`|', table('<th>a</th>\n<th>b</th>\n', '<tr>\n<td>\\`x</td>\n<td>y`</td>\n</tr>\n')],
  [
    '|a|\n|-|\n|**x** \\| `y`|',
    table('<th>a</th>\n', '<tr>\n<td><strong>x</strong> | <code>y</code></td>\n</tr>\n'),
  ],
  [
    'text\n\n|a|\n|-|\n|1|\n\ntext',
    `<p>text</p>\n${table('<th>a</th>\n', '<tr>\n<td>1</td>\n</tr>\n')}\n<p>text</p>`,
  ],
  ['a | b', '<p>a | b</p>'],
]);

cases('indented code', [
  ['    code', '<div class="codehilite"><pre><span></span><code>code\n</code></pre></div>'],
  ['    a\n      b', '<div class="codehilite"><pre><span></span><code>a\n  b\n</code></pre></div>'],
  ['text\n    no code', '<p>text<br>\nno code</p>'],
  ['\tcode', '<div class="codehilite"><pre><span></span><code>code\n</code></pre></div>'],
]);

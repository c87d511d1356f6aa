import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { problemIn, sanitized } from '../../../../../tests/support/markdown/allow-list.ts';
import { highlighted } from './highlight.ts';
import { languageTable, languageByName } from './languages.ts';
import { cases, render } from '../../../../../tests/support/markdown/cast.ts';

const block = (language: string, html: string) =>
  `<div class="codehilite" data-code-language="${language}"><pre><span></span><code>${html}\n</code></pre></div>`;

const s = (classes: string, text: string) => `<span class="${classes}">${text}</span>`;

cases('highlighting', [
  [
    '```python\ndef f(a):\n    return a + 1  # x\n```',
    block(
      'Python',
      `${s('k', 'def')} ${s('nf', 'f')}(a):\n    ${s('k', 'return')} a + ${s('m', '1')}  ${s('c', '# x')}`,
    ),
  ],
  [
    '```py\nclass A(B):\n    """doc"""\n```',
    block('Python', `${s('k', 'class')} ${s('nc', 'A')}(${s('nc', 'B')}):\n    ${s('s', '"""doc"""')}`),
  ],
  ['```py\nf"a{b}c"\n```', block('Python', `${s('s', 'f"a')}${s('si', '{b}')}${s('s', 'c"')}`)],
  ['```py\nself.x = None\n```', block('Python', `${s('bp', 'self')}.x = ${s('kc', 'None')}`)],
  [
    "```js\nconst a = 'b' // <c>\n```",
    block('JavaScript', `${s('k', 'const')} a = ${s('s', "'b'")} ${s('c', '// &lt;c&gt;')}`),
  ],
  [
    '```js\nx = /a+/g.test("&")\n```',
    block('JavaScript', `x = ${s('sr', '/a+/g')}.${s('nf', 'test')}(${s('s', '"&amp;"')})`),
  ],
  [
    '```json\n{"a": [1, true, "b"]}\n```',
    block(
      'JSON',
      `${s('p', '{')}${s('nt', '"a"')}${s('p', ':')} ${s('p', '[')}${s('m', '1')}${s('p', ',')} ${s('kc', 'true')}${s('p', ',')} ${s('s', '"b"')}${s('p', ']}')}`,
    ),
  ],
  [
    '```html\n<a b="c">d</a>\n```',
    block(
      'HTML',
      `${s('p', '&lt;')}${s('nt', 'a')}${s('p', ' ')}${s('na', 'b')}${s('p', '=')}${s('s', '"c"')}${s('p', '&gt;')}d${s('p', '&lt;/')}${s('nt', 'a')}${s('p', '&gt;')}`,
    ),
  ],
  ['```css\n.a { color: red; }\n```', block('CSS', `${s('nc', '.a')} { ${s('na', 'color')}: red; }`)],
  [
    '```sh\nls -l "$HOME"\n```',
    block('Bash', `${s('nb', 'ls')} -l ${s('s', '"')}${s('nv', '$HOME')}${s('s', '"')}`),
  ],
  ['```console\n$ ls\na\n```', block('Bash Session', `${s('gp', '$ ')}${s('nb', 'ls')}\na`)],
  ['```diff\n-a\n+b\n```', block('Diff', `${s('gd', '-a')}\n${s('gi', '+b')}`)],
  ['```sql\nselect 1\n```', block('SQL', `${s('k', 'select')} ${s('m', '1')}`)],
  [
    '```c\n#include <a.h>\nint x = 0x1F;\n```',
    block('C', `${s('cp', '#include ')}${s('s', '&lt;a.h&gt;')}\n${s('kt', 'int')} x = ${s('m', '0x1F')};`),
  ],
  ['```yaml\na: "b"\n```', block('YAML', `${s('nt', 'a:')} ${s('s', '"b"')}`)],
  ['```toml\n[a]\nb = 1\n```', block('TOML', `${s('gh', '[a]')}\n${s('na', 'b')} = ${s('m', '1')}`)],
  ['```rust\nfn main() {}\n```', block('Rust', `${s('k', 'fn')} ${s('nf', 'main')}() {}`)],
  ['```go\nfunc f() {}\n```', block('Go', `${s('k', 'func')} ${s('nf', 'f')}() {}`)],
  ['```text\ndef f(a): 1\n```', block('Text only', 'def f(a): 1')],
  ['```nosuchlanguage\ndef f(a): 1\n```', block('nosuchlanguage', 'def f(a): 1')],
  ['```constructor\na\n```', block('constructor', 'a')],
  [
    '```\ndef f(a): 1\n```',
    '<div class="codehilite"><pre><span></span><code>def f(a): 1\n</code></pre></div>',
  ],
  ['```agda\nlet\n```', block('Agda', 'let')],
]);

cases(
  'a default language',
  [
    ['```\n1\n```', block('Python', s('m', '1'))],
    ['```text\n1\n```', block('Text only', '1')],
    ['```quote\na\n```', '<blockquote>\n<p>a</p>\n</blockquote>'],
    ['    1', '<div class="codehilite"><pre><span></span><code>1\n</code></pre></div>'],
  ],
  { defaultCodeLanguage: 'python' },
);

cases(
  'languages of playgrounds',
  [
    ['```loomlang\n1\n```', block('LoomLang', '1')],
    ['```PY\n1\n```', block('Python', s('m', '1'))],
    ['```go\n```', block('GO', '')],
  ],
  { playgroundLanguages: ['LoomLang', 'GO', 'Python'] },
);

describe('Code languages', () => {
  test('Every alias of a language maps to one name', () => {
    for (const typed of ['py', 'Python', 'PYTHON3', 'python'])
      assert.equal(languageByName(typed)?.name, 'Python');
    assert.equal(languageByName('c++')?.name, 'C++');
    assert.equal(languageByName('Bash Session')?.name, 'Bash Session');
    assert.equal(languageByName('LoomLang'), undefined);
    assert.equal(languageByName('toString'), undefined);
  });

  test('Every language is highlighted without unknown classes, lost characters and console output', (t) => {
    const calls = (['log', 'warn', 'error'] as const).map((name) => t.mock.method(console, name));
    const code =
      '#!/x\n/* a */ <a b="c">{d: \'e\'}</a> # f\n@g def h(i): return 1.5 + "j\\n" // k\n$l = [m]; `n` -- o';
    const grammars = new Set(languageTable.split(/[;\n]/).map((entry) => entry.split('|')[1] ?? ''));
    grammars.delete('');
    assert.ok(grammars.size > 100);
    for (const grammar of grammars) {
      const html = highlighted(code, grammar);
      assert.equal(problemIn(html), undefined, grammar);
      assert.equal(sanitized(html), html, grammar);
      assert.doesNotMatch(html, /<span[^>]*>[^<]*<span/, grammar);
      const text = html
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>');
      assert.equal(text.replaceAll('&amp;', '&'), code, grammar);
    }
    for (const { mock } of calls) assert.equal(mock.callCount(), 0);
  });
});

describe('Long code', () => {
  test('Long code is highlighted in pieces, and open constructs continue', () => {
    const comment = `/* ${'a line of it\n'.repeat(60)}*/`;
    assert.equal(highlighted(`${comment} 1`, 'c'), `${s('c', comment)} ${s('m', '1')}`);
    const text = `"""${'x'.repeat(1000)}"""`;
    assert.equal(highlighted(text, 'python'), s('s', text));
  });

  test('Long code is split between characters', () => {
    const text = `"${'👍'.repeat(500)}"`;
    assert.equal(highlighted(text, 'json'), s('s', text));
  });

  test('The longest message is highlighted to its end, in any number of blocks', () => {
    const { html } = render(`\`\`\`json\n${'1\n'.repeat(4900)}\`\`\``);
    assert.equal(html.match(/class="m"/g)?.length, 4900);
    const block = `\`\`\`json\n${'1\n'.repeat(1200)}\`\`\`\n`;
    assert.equal(render(block.repeat(4)).html.match(/class="m"/g)?.length, 4800);
  });

  test('A message is highlighted in up to three languages', () => {
    const { html } = render(
      ['py', 'js', 'c', 'go', 'py'].map((name) => `\`\`\`${name}\n1\n\`\`\``).join('\n'),
    );
    assert.equal(html.match(/class="m"/g)?.length, 4);
    assert.match(html, /data-code-language="Go"><pre><span><\/span><code>1\n/);
  });

  test('Code with excessively nested brackets is not highlighted', () => {
    const code = '[{'.repeat(100);
    assert.equal(highlighted(code, 'javascript'), code);
  });

  test('Code with excessively nested comments is not highlighted', () => {
    const code = '/*'.repeat(100);
    assert.equal(highlighted(code, 'rust'), code);
    const shallow = '/* a */\n'.repeat(100);
    assert.equal(highlighted(shallow, 'rust').split('class="c"').length, 101);
  });

  test('Code with many blank lines is trimmed at both ends', () => {
    const { html } = render(`\`\`\`\n${'\n'.repeat(4000)}a${'\n'.repeat(4000)}\`\`\``);
    assert.equal(html, '<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>');
  });
});

test('Embedded languages in a page are highlighted once each', () => {
  const html = highlighted('<script>let a = 1</script><style>p { color: red }</style>', 'xml');
  assert.ok(html.includes(s('k', 'let')));
  assert.ok(html.includes(s('na', 'color')));
});

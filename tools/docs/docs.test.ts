import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHostileInputs } from './hostile-inputs.ts';
import { checkLinks } from './links.ts';
import { settingTables, withPart } from './pages.ts';
import { hostileParts } from '../../bench/hostile/parts.ts';
import { configKeys, fileKey } from '../../server/src/lib/config/config-schema.ts';

test('The tables of settings have each setting once', () => {
  const rows = settingTables().matchAll(/^\| `([a-z0-9_]+)`/gm);
  assert.deepEqual([...rows].map(([, name]) => name).sort(), configKeys.map((key) => fileKey(key)).sort());
});

test('A part of a page is replaced between its marks, and a page without the marks is refused', () => {
  const page = 'a\n<!-- x: written by npm run docs -->\n\nold\n\n<!-- end of x -->\nb\n';
  assert.equal(
    withPart(page, 'x', 'new'),
    'a\n<!-- x: written by npm run docs -->\n\nnew\n\n<!-- end of x -->\nb\n',
  );
  assert.throws(() => withPart('a\n', 'x', 'new'), /no place for x/);
});

test('A link to a file, a picture or a heading that does not exist is reported', () => {
  const files: Record<string, string> = {
    'README.md': '# A b\n[a](#a-b) [b](docs/b.md#it-s) [c](docs/b.md#its) [d](docs/d.md) <img src="p.png" />',
    'docs/b.md':
      '## It’s\n```sh\n# not a heading\n[x](nowhere)\n```\n`[y](nowhere)` [up](../README.md#a-b) [no](#not-a-heading)',
  };
  const check = (path: string) => checkLinks(path, (name) => files[name]);
  assert.deepEqual(check('README.md'), [
    'README.md: docs/b.md#it-s: docs/b.md has no such heading',
    'README.md: docs/d.md: there is no such file',
    'README.md: p.png: there is no such file',
  ]);
  assert.deepEqual(check('docs/b.md'), ['docs/b.md: #not-a-heading: docs/b.md has no such heading']);
});

test('A parser without hostile inputs, a test of its limits or a reason is reported, and a name that does not exist', () => {
  const check = (...rows: string[]) => {
    const page = ['| input | inputs |', '|---|---|', ...rows.map((row) => `| ${row} |`)].join('\n');
    return checkHostileInputs(page, (path) => path === 'lib/a.test.ts' || path === 'lib/a.ts');
  };
  const all = `all | ${hostileParts.map((part) => `\`${part}\``).join(', ')}`;
  assert.deepEqual(check(all, 'a | `mail`, `lib/a.test.ts`', 'b | written by the operator'), []);
  assert.deepEqual(check(all, 'a | ', 'b | by reading', 'c | `male`, `lib/b.test.ts`', 'd | `lib/a.ts`'), [
    'a: “” is neither inputs, nor tests, nor a reason',
    'b: “by reading” is neither inputs, nor tests, nor a reason',
    'c: there is no part and no test male',
    'c: there is no part and no test lib/b.test.ts',
    'd: there is no part and no test lib/a.ts',
  ]);
  assert.deepEqual(check(all.replace('`mail`, ', '')), ['no row has the inputs mail']);
  assert.deepEqual(
    checkHostileInputs(`| input | code |\n|---|---|\n| ${all} |`, () => false),
    ['the table of “input” has no column “inputs” at its end'],
  );
});

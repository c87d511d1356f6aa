import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLinks } from './links.ts';
import { settingTables, withPart } from './pages.ts';
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

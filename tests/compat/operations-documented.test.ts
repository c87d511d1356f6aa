/** docs/api.md lists every operation of the API. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { routes } from '../../server/src/app/features.ts';

function documented(): string[] {
  const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split('## All operations');
  return [...table.matchAll(/^\| `([^`]+)` \| ([A-Z, ]+) \|/gm)].flatMap(([, path = '', methods = '']) =>
    methods.split(', ').map((method) => `${method} ${path}`),
  );
}

test('docs/api.md lists every operation of the API and none that is not there', () => {
  const served = routes
    .filter(({ path }) => !path.startsWith('/heddle/'))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)\*?/g, '{$1}')}`);
  assert.deepEqual(documented().sort(), served.sort());
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';

it('The list of the slowest tests names their files, also of tests that a helper declares', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'heddle-slowest-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const tests = ['one', 'two'].map((name) => write(`${name}.test.ts`, `sentence('Says ${name}', run);`));
  const entryFile = write(
    '0.mjs',
    tests.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)};\n`).join(''),
  );
  const helper = { file: path.join(folder, 'stage.ts'), entryFile };
  const reported = [
    { name: 'Says two', ...helper, details: { duration_ms: 3000, type: 'test' } },
    { name: 'Says more', ...helper, details: { duration_ms: 2000, type: 'test' } },
    { name: 'Says one', file: tests[0], entryFile, details: { duration_ms: 1000, type: 'test' } },
  ];
  const count = process.env.HEDDLE_TEST_SLOWEST ?? '0';
  t.after(() => (process.env.HEDDLE_TEST_SLOWEST = count));
  process.env.HEDDLE_TEST_SLOWEST = '30';
  const { default: slowest } = await import('./slowest.mjs');
  const lines: string[] = [];
  async function* report() {
    for (const data of reported) yield { type: 'test:pass', data };
  }
  for await (const part of slowest(report())) lines.push(part);
  const [, byTest = ''] = lines;
  const names = byTest.replaceAll(`${folder}${path.sep}`, '').trim().split('\n').slice(1);
  assert.deepEqual(
    names.map((line) => line.trim()),
    ['3.0  Says two (two.test.ts)', '2.0  Says more (0.mjs)', '1.0  Says one (one.test.ts)'],
  );
});

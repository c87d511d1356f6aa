import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';

it('The test runner fails if a file declares no test, or if no test has the given name', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'heddle-runner-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const full = write('full.test.mjs', "import { it } from 'node:test';\nit('passes', () => {});\n");
  const empty = write('empty.test.mjs', '');
  const run = (files: string[], names: string[] = []) => {
    const flags = names.map((name) => `--test-name-pattern=${name}`);
    const allowsEmpty = names.length > 0;
    const plan = JSON.stringify({ files, flags, workers: 2, timeout: 60_000, reporters: [], allowsEmpty });
    const args = [path.join(import.meta.dirname, 'runner.mjs'), plan];
    // Otherwise it would report to the runner of this test.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    return { status, stderr };
  };
  assert.deepEqual(run([full]), { status: 0, stderr: '' });
  const failed = run([full, empty]);
  assert.equal(failed.status, 1);
  assert.match(failed.stderr, /no tests in .*empty\.test\.mjs$/m);
  assert.deepEqual(run([full, empty], ['passes']), { status: 0, stderr: '' });
  assert.deepEqual(run([full], ['other']), {
    status: 1,
    stderr: 'npm test: no test was run\n',
  });
});

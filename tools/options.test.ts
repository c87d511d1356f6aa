import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';

const root = path.dirname(import.meta.dirname);
const call = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [path.join(root, script), ...args], { cwd: root, encoding: 'utf8' });

test('A script prints its options for --help, and changes nothing', () => {
  for (const script of ['tools/test.ts', 'tools/keep-version.ts']) {
    const { status, stdout, stderr } = call(script, '--help');
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^(?:npm test|node tools)/);
    assert.ok(stdout.split('\n').length < 15, stdout);
  }
  assert.match(call('tools/test.ts', '--help').stdout, /--slowest <n> +prints/);
});

test('A script refuses an option that does not exist in one line, with those that do', () => {
  const { status, stdout, stderr } = call('tools/test.ts', '--quick');
  assert.deepEqual([status, stdout], [2, '']);
  assert.match(stderr, /^Unknown option '--quick'\n\nnpm test /);
  assert.doesNotMatch(stderr, /parseArgs|node:internal/);
});

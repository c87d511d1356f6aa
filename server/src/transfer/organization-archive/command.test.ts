import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { until } from '../../../../tests/support/until.ts';
import { loadConfig } from '../../lib/config/config.ts';
import { runExportCommand } from './command.ts';

/** An export by this program instead of Node. */
function runProgram(t: TestContext, script?: string) {
  const data = mkdtempSync(join(tmpdir(), 'heddle-export-'));
  undoAfter(t, () => rmSync(data, { recursive: true, force: true }));
  const path = join(data, 'program');
  if (script !== undefined) writeFileSync(path, script, { mode: 0o700 });
  const { execPath } = process;
  undoAfter(t, () => (process.execPath = execPath));
  process.execPath = path;
  const { signal } = new AbortController();
  return {
    path,
    output: runExportCommand(loadConfig({ data }, {}), { subdomain: '', kind: 'public' }, signal),
  };
}

test('An export whose process cannot be started fails when its output is read, however late, and does not end the server', async (t) => {
  const { output } = runProgram(t);
  await nextTurn();
  await nextTurn();
  await assert.rejects(text(output), { code: 'ENOENT' });
});

test(
  'An export whose output is not read ends its process',
  { skip: process.platform === 'win32' },
  async (t) => {
    const { path, output } = runProgram(
      t,
      `#!/bin/sh
trap 'touch "$0.ended"; exit' TERM
touch "$0.began"
while :; do sleep 0.01; done
`,
    );
    await until('it runs', () => existsSync(`${path}.began`));
    output.destroy();
    await until('it has ended', () => existsSync(`${path}.ended`));
  },
);

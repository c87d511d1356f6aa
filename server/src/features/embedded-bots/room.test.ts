import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { memoryFolder } from '../../../../tests/support/memory.ts';
import { globals, members, modules } from './room.ts';

/** Lists names in a process of its own, without what the tests and `node -e` add. */
function listNames(t: TestContext, expression: string): string[] {
  const folder = mkdtempSync(join(memoryFolder(), 'heddle-names-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'names.mjs');
  writeFileSync(file, `process.stdout.write(JSON.stringify(${expression}))`);
  const { stdout } = spawnSync(process.execPath, ['--no-warnings', file], { encoding: 'utf8', env: {} });
  return JSON.parse(stdout) as string[];
}

const listProperties = (object: string) => `Object.getOwnPropertyNames(${object})`;

test('Every built-in module, member of process and global of this runtime is allowed to bots, or refused', (t) => {
  const lists = [
    ['modules', modules, builtinModules.map((name) => name.replace(/^node:/, ''))],
    [
      'members',
      members,
      listNames(
        t,
        `${listProperties('process')}.concat(${listProperties('Object.getPrototypeOf(process)')})`,
      ),
    ],
    ['globals', globals, listNames(t, listProperties('globalThis'))],
  ] as const;
  for (const [what, { allowed, refused }, names] of lists) {
    assert.ok(names.length > 60, what);
    const undecided = names.filter((name) => !allowed.includes(name) && !refused.includes(name));
    assert.deepEqual(undecided, [], `${what} without a decision`);
    assert.deepEqual(
      allowed.filter((name) => refused.includes(name)),
      [],
    );
  }
});

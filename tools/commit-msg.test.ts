import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';

const good = [
  'queues: Keep a position instead of copies.',
  'server/db: [nfc] Move the writer into a file of its own.',
  'docs: “Quoted” words may begin a sentence.',
  'wire: Say why.\n\nBecause of the reason.',
  'Merge branch “main”',
];
const bad = [
  'Keep a position instead of copies.',
  'queues: keep a position.',
  'queues: Keep a position',
  'queues:Keep a position.',
  'Queues: Keep a position.',
  `queues: ${'A'.repeat(100)}.`,
  'queues: Keep a position.\nBecause of the reason.',
  '',
];

for (const message of good)
  it(`The commit message "${message.split('\n').join(' / ')}" is accepted`, (t) => check(t, message, 0));
for (const message of bad)
  it(`The commit message "${message.split('\n').join(' / ')}" is refused`, (t) => check(t, message, 1));

function check(t: { after(then: () => void): void }, message: string, status: number): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'heddle-message-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'message');
  writeFileSync(file, `${message}\n`);
  const result = spawnSync(path.join(import.meta.dirname, 'commit-msg'), [file], { encoding: 'utf8' });
  assert.equal(result.status, status, result.stderr);
  assert.equal(result.stderr === '', status === 0);
}

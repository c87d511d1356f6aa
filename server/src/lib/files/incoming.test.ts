import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { Incoming } from './incoming.ts';

test('What a killed import had unpacked is removed at the next start, not while an import may run, and folders of other nodes stay', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-incoming-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const incoming = new Incoming(folder);
  for (const name of ['import-Xy12ab', '0123456789abcdef']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, '0'), 'half of it');
  }
  await incoming.sweep(1);
  assert.deepEqual(readdirSync(folder).sort(), ['0123456789abcdef', 'import-Xy12ab']);
  await incoming.sweep();
  assert.deepEqual(readdirSync(folder), ['0123456789abcdef']);
});

test('A stream that cannot be kept is destroyed, so that what feeds it ends', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-incoming-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'not-a-folder');
  writeFileSync(file, '');
  const stream = Readable.from(['some bytes']);
  await assert.rejects(new Incoming(file).receive(stream, 100), { code: 'EEXIST' });
  assert.ok(stream.destroyed);
});

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { magic } from '../../lib/archive/frames.ts';
import { writeTo } from './place.ts';

test('A backup deletes what those before it that were killed have left, and nothing else', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-output-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const contents = {
    'killed.heddle.partial': magic,
    'begun.heddle.partial': '',
    'running.heddle.partial': magic,
    'of-another.heddle.partial': 'a letter',
    'whole.heddle': magic,
  };
  for (const [name, content] of Object.entries(contents)) {
    writeFileSync(join(folder, name), content);
    if (!name.startsWith('running')) utimesSync(join(folder, name), 0, 0);
  }
  await writeTo(join(folder, 'new.heddle'), (sink) => sink(magic));
  assert.deepEqual(readdirSync(folder).sort(), [
    'new.heddle',
    'of-another.heddle.partial',
    'running.heddle.partial',
    'whole.heddle',
  ]);
});

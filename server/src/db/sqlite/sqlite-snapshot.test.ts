import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { listOpenFiles, listsOpenFiles } from '../../../../tests/support/process/open-files.ts';
import { openSqliteSnapshot } from './sqlite-snapshot.ts';

test('A file that is no database is closed when its snapshot is refused', { skip: !listsOpenFiles }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-snapshot-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'heddle.db'), 'no database '.repeat(1000));
  assert.throws(() => openSqliteSnapshot(folder), /not a database/);
  assert.deepEqual(listOpenFiles(folder), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteStorage, storageFaults } from './server-storage.ts';

test('The state of the storage follows the latest response of the server', () => {
  const note = (text?: string) => {
    noteStorage(new Headers(text === undefined ? {} : { 'X-Heddle-Storage': text }));
    return storageFaults.value;
  };
  assert.deepEqual(note(), {});
  assert.deepEqual(note('database=disk_full'), { database: 'disk_full' });
  const both = note('database=disk_full, files=read_only');
  assert.deepEqual(both, { database: 'disk_full', files: 'read_only' });
  assert.equal(note('database=disk_full, files=read_only'), both, 'the same again changes nothing');
  assert.deepEqual(note('something=else, database'), {});
  assert.deepEqual(note(), {});
});

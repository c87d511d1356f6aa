import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { noteStorage, storageFaults, untilStored } from './server-storage.ts';

const note = (text?: string) => {
  noteStorage(new Headers(text === undefined ? {} : { 'X-Heddle-Storage': text }));
  return storageFaults.value;
};

test('The storage state follows the latest response of the server', () => {
  assert.deepEqual(note(), {});
  assert.deepEqual(note('database=disk_full'), { database: { reason: 'disk_full' } });
  const text = 'database=disk_full;since=1767225600, files=read_only;since=1767225605';
  const both = note(text);
  assert.deepEqual(both, {
    database: { reason: 'disk_full', since: 1767225600 },
    files: { reason: 'read_only', since: 1767225605 },
  });
  assert.equal(note(text), both, 'the same again changes nothing');
  assert.deepEqual(note('something=else, database'), {});
  assert.deepEqual(note(), {});
});

test('Waiting for the database ends when it is back, or after a time limit', async () => {
  const never = new AbortController();
  const done: string[] = [];
  note('database=disk_full');
  void untilStored(never.signal).then(() => done.push('back'));
  note('database=io_error, files=disk_full');
  await turn();
  assert.equal(done.join(), '');
  note('files=disk_full');
  await turn();
  assert.equal(done.join(), 'back');
  const enough = new AbortController();
  void untilStored(enough.signal).then(() => done.push('enough'));
  await turn();
  assert.equal(done.join(), 'back', 'that it works for others is no reason to ask again at once');
  enough.abort();
  await turn();
  assert.equal(done.join(), 'back,enough');
  note();
});

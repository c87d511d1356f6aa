import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { noteStorage, storageFaults, untilStored } from './server-storage.ts';

const note = (text?: string) => {
  noteStorage(new Headers(text === undefined ? {} : { 'X-Heddle-Storage': text }));
  return storageFaults.value;
};

test('The state of the storage follows the latest response of the server', () => {
  assert.deepEqual(note(), {});
  assert.deepEqual(note('database=disk_full'), { database: 'disk_full' });
  const both = note('database=disk_full, files=read_only');
  assert.deepEqual(both, { database: 'disk_full', files: 'read_only' });
  assert.equal(note('database=disk_full, files=read_only'), both, 'the same again changes nothing');
  assert.deepEqual(note('something=else, database'), {});
  assert.deepEqual(note(), {});
});

test('Whoever waits for the database goes on when it is back, or when enough was waited', async () => {
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diskSpaceFor } from './import-space.ts';

const data = '/srv/data';
const onPostgres = { data, databaseUrl: 'postgres://db.example.com/heddle' };
const inBucket = { store: {}, incoming: { folder: '/srv/data/uploads/incoming' } };
const inFolder = { ...inBucket, store: { localPath: (key: string) => `/mnt/files/${key}` } };

/** @returns the folders that were looked at */
async function looked(places: Parameters<typeof diskSpaceFor>[0]): Promise<string[]> {
  const folders: string[] = [];
  const { filled } = diskSpaceFor(places, true, (folder) => {
    folders.push(folder);
    return Promise.resolve(Infinity);
  });
  await filled.check();
  return folders;
}

test('An import needs space where its rows and files stay, and none on the disk of a node that keeps neither', async () => {
  const onFile = { data };
  assert.deepEqual(await looked({ config: onFile, files: inBucket }), [data]);
  assert.deepEqual(await looked({ config: onPostgres, files: inFolder }), [inFolder.incoming.folder]);
  assert.deepEqual(await looked({ config: onPostgres, files: inBucket }), []);
});

test('What an import unpacks and sorts leaves less space free on the disk of a node that keeps nothing else', async () => {
  const free = () => Promise.resolve(100 * 1024 ** 2);
  await diskSpaceFor({ config: onPostgres, files: inBucket }, true, free).scratch.check();
  const { scratch } = diskSpaceFor({ config: onPostgres, files: inFolder }, true, free);
  await assert.rejects(scratch.check(), /less than 512 MiB left/);
});

test('An import ends before what it writes next would take the space that stays free', async () => {
  const free = () => Promise.resolve(80 * 1024 ** 2);
  const { filled } = diskSpaceFor({ config: { data }, files: inBucket }, false, free);
  await filled.reserve(16 * 1024 ** 2);
  await assert.rejects(filled.reserve(17 * 1024 ** 2), /less than 64 MiB left/);
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { run } from '../../../../tests/support/process/child.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { makeS3, type S3Stub } from '../../../../tests/support/services/s3.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { loadConfig } from '../../lib/config/config.ts';
import type { Settings } from '../../lib/config/config-schema.ts';
import { S3Archives } from '../../lib/files/s3-archives.ts';
import { backup } from '../archive/backup.ts';
import { readArchiveFrom, writeArchiveTo } from '../archive/place.ts';
import { verifyArchive } from '../archive/restore.ts';
import { type MakeArchive, ScheduledBackups } from './schedule.ts';

const hour = 3600_000;
const start = Date.UTC(2026, 10, 24, 3);
const key = (hours: number) =>
  `vault/heddle-${new Date(start + hours * hour).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.heddle`;

/** The same store as for files, under settings of its own. */
const settingsFor = ({ config }: S3Stub): Partial<Settings> => ({
  backupTo: `s3://${config.s3Bucket}/vault`,
  backupS3Endpoint: String(config.s3Endpoint),
  backupS3AccessKeyId: String(config.s3AccessKeyId),
  backupS3SecretAccessKey: String(config.s3SecretAccessKey),
  backupS3PathStyle: 'on',
});

const inThisProcess: MakeArchive = async (config, path) => {
  await writeArchiveTo(
    () => config,
    path,
    (sink) => backup(config, sink, { hasFiles: true }),
  );
};

async function scheduled(t: TestContext, engine: Engine) {
  const s3 = await makeS3(t);
  const config = { ...settingsFor(s3), backupEvery: 24, backupKeep: 2 };
  const world = await makeWorld(t, engine, { alone: true, config });
  const backups = new ScheduledBackups(world.app, inThisProcess);
  const runAt = (hours: number) => backups.runDue(start + hours * hour);
  return { s3, world, backups, runAt, keys: () => [...s3.objects.keys()].toSorted() };
}

onBothEngines('Scheduled backups in a bucket', (engine) => {
  test('Scheduled backups into a bucket are made when they are due, verified from there, and the oldest are deleted', async (t) => {
    const { s3, world, runAt, keys } = await scheduled(t, engine);
    const other = 'vault/monday.heddle';
    s3.objects.set(other, { body: Buffer.from('not ours'), type: '' });
    for (const hours of [0, 23, 24, 25, 48, 72]) await runAt(hours);
    assert.deepEqual(keys(), [key(48), key(72), other]);
    const archive = readArchiveFrom(() => world.app.config, `s3://threads/${key(72)}`);
    assert.equal((await verifyArchive(archive)).header.engine, engine);
    const again = new ScheduledBackups(world.app, inThisProcess);
    await again.runDue(start + 73 * hour);
    assert.equal(again.state.lastMadeAt, start + 72 * hour);
    assert.deepEqual(keys(), [key(48), key(72), other]);
  });

  test('A store that fails is a failed backup, and leaves nothing; the next attempt succeeds', async (t) => {
    const { s3, world, backups, runAt, keys } = await scheduled(t, engine);
    s3.uploads.set('killed', { key: key(-24), parts: new Map() });
    s3.uploads.set('other', { key: 'vault/other', parts: new Map() });
    s3.fail('PUT', 'error', 'error', 'error');
    await runAt(0);
    assert.deepEqual([backups.state.failures, keys()], [1, []]);
    const narrow = [{ operator: 'is', operand: 'dm' }];
    const query = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false, narrow };
    const { json } = await world.as('ada').get('/messages', query);
    assert.match(JSON.stringify(json.messages), /The scheduled backup of this server failed/);
    await runAt(1);
    assert.deepEqual([backups.state.failures, keys()], [1, [key(1)]]);
    assert.deepEqual([...s3.uploads.keys()], ['other']);
  });
});

const archivesIn = (s3: S3Stub) => {
  const config = loadConfig({ data: '/nowhere', ...settingsFor(s3) }, {});
  return new S3Archives(config, 'threads', 2000);
};

async function readAll(archives: S3Archives, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of archives.read(name)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('A large object is sent in parts and read in ranges, each of which survives a failure', async (t) => {
  const s3 = await makeS3(t);
  const archives = archivesIn(s3);
  const chunk = randomBytes(3 * 1024 ** 2 + 1);
  s3.fail('PUT', 'error');
  await archives.write('large', async (sink) => {
    for (let i = 0; i < 7; i++) await sink(chunk);
  });
  const whole = Buffer.concat(Array.from({ length: 7 }, () => chunk));
  assert.ok(s3.objects.get('large')?.body.equals(whole));
  assert.equal(s3.seen.filter((line) => line.includes('partNumber')).length, 4);
  s3.fail('GET', 'error', 'truncated');
  assert.ok((await readAll(archives, 'large')).equals(whole));
});

test('An upload whose source fails is aborted, and an object that changes is not read on', async (t) => {
  const s3 = await makeS3(t);
  const archives = archivesIn(s3);
  const large = Buffer.alloc(9 * 1024 ** 2, 1);
  const failing = archives.write('torn', async (sink) => {
    await sink(large);
    throw new Error('the disk failed');
  });
  await assert.rejects(failing, /the disk failed/);
  assert.deepEqual([s3.objects.size, s3.uploads.size], [0, 0]);
  s3.objects.set('changing', { body: large, type: '' });
  const reading = archives.read('changing');
  await reading.next();
  s3.objects.set('changing', { body: Buffer.alloc(large.length, 2), type: '' });
  await assert.rejects(reading.next(), /The store failed with changing/);
});

test('A store that cannot list unfinished uploads takes scheduled backups nevertheless', async (t) => {
  const s3 = await makeS3(t);
  const archives = archivesIn(s3);
  s3.fail('GET', 'not offered');
  await archives.abortUnfinished('', () => true);
  assert.match(s3.seen[0] ?? '', /uploads/);
  s3.fail('GET', 'error', 'error', 'error');
  await assert.rejects(
    archives.abortUnfinished('', () => true),
    /The store failed/,
  );
});

test('heddle verify reads from a bucket, and says what is wrong with the address or the store', async (t) => {
  const s3 = await makeS3(t);
  s3.objects.set('damaged', { body: Buffer.from('no archive'), type: '' });
  const flags = Object.entries({
    '--backup-s3-endpoint': s3.config.s3Endpoint,
    '--backup-s3-access-key-id': s3.config.s3AccessKeyId,
    '--backup-s3-secret-access-key': s3.config.s3SecretAccessKey,
    '--backup-s3-path-style': 'on',
  }).flatMap(([name, value]) => [name, String(value)]);
  const verify = async (place: string) => (await run(['verify', place, ...flags])).stderr;
  assert.match(await verify('s3://threads/damaged'), /not a Heddle archive|is not an archive/i);
  assert.match(await verify('s3://threads/nothing'), /s3:\/\/threads\/nothing does not exist/);
  assert.match(await verify('s3://threads/'), /names no object/);
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { open, sendFiles, storedFiles, upload } from '../../../../tests/support/files.ts';
import { makeS3 } from '../../../../tests/support/services/s3.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { loadConfig } from '../config/config.ts';
import { errorMessage } from '../thrown.ts';
import { listKeys, S3Access } from './s3-access.ts';
import { S3Store } from './s3.ts';
import { StoreDownError } from './store.ts';

const content = new Uint8Array(300_000).map((_, i) => (i * 31) % 251);

async function getAttachments(world: World) {
  return (await world.as('dan').get('/attachments')).json.attachments as unknown[];
}

onBothEngines('Files in a bucket', (engine) => {
  test('A file in a bucket is stored and served as on disk, with ranges', async (t) => {
    const s3 = await makeS3(t);
    const world = await makeWorld(t, engine, { config: s3.config });
    const { url, path } = await upload(world, 'dan', {
      name: 'Zażółć loom.bin',
      content,
      type: 'application/x-loom',
    });
    assert.deepEqual([...s3.objects.keys()], [path]);
    assert.equal(s3.objects.get(path)?.type, 'application/x-loom');
    assert.deepEqual(storedFiles(world), []);
    const whole = await open(world, 'dan', url);
    assert.deepEqual(new Uint8Array(await whole.arrayBuffer()), content);
    const part = await open(world, 'dan', url, { headers: { range: 'bytes=100-199' } });
    assert.equal(part.status, 206);
    assert.deepEqual(new Uint8Array(await part.arrayBuffer()), content.subarray(100, 200));
    assert.equal((await open(world, 'eve', url)).status, 404);
    const { json } = await world.as('dan').get('/attachments');
    await world.as('dan').delete(`/attachments/${json.attachments[0].id}`);
    await world.app.jobs.runDue();
    assert.deepEqual([...s3.objects.keys()], []);
  });

  test('A file in a bucket may be empty', async (t) => {
    const s3 = await makeS3(t);
    const world = await makeWorld(t, engine, { config: s3.config });
    const { url } = await upload(world, 'dan', { content: '' });
    assert.equal(await (await open(world, 'dan', url)).text(), '');
  });

  test('A file is stored in a bucket despite temporary failures', async (t) => {
    const s3 = await makeS3(t);
    const world = await makeWorld(t, engine, { config: s3.config });
    s3.fail('PUT', 'error', 'wrong etag');
    s3.fail('GET', 'error');
    const { url } = await upload(world, 'dan', { content });
    const response = await open(world, 'dan', url);
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), content);
  });

  test('A file is refused rather than stored partially in a bucket', async (t) => {
    const s3 = await makeS3(t);
    const world = await makeWorld(t, engine, { config: s3.config });
    for (const fault of ['error', 'wrong etag'] as const) {
      s3.fail('PUT', fault, fault, fault);
      const { status, json } = await sendFiles(world, 'dan', [{ content }]);
      assert.deepEqual([status, json.code], [503, 'SERVER_NOT_READY']);
      assert.deepEqual(await getAttachments(world), []);
    }
    assert.deepEqual(storedFiles(world), []);
    await world.app.jobs.stop();
    await world.app.jobs.runDue(Date.now() + 7 * 3600_000);
    assert.deepEqual([...s3.objects.keys()], []);
  });

  test('A file that becomes unreadable while it is sent to a bucket is refused without further effects', async (t) => {
    const s3 = await makeS3(t);
    const world = await makeWorld(t, engine, { config: s3.config });
    const { store, incoming } = world.app.files;
    const file = { path: await incoming.newPath(), size: 10, md5: 'AAAAAAAAAAAAAAAAAAAAAA==' };
    await assert.rejects(store.put('a/gone', file, 'text/plain'), StoreDownError);
    await upload(world, 'dan', { content });
    assert.equal(s3.objects.size, 1);
  });

  test('A file from a bucket is never served truncated as complete', async (t) => {
    const s3 = await makeS3(t);
    const world = await makeWorld(t, engine, { config: s3.config });
    const { url, path } = await upload(world, 'dan', { content });
    s3.fail('GET', 'truncated');
    await assert.rejects(open(world, 'dan', url).then((response) => response.arrayBuffer()));
    s3.fail('GET', 'error', 'error', 'error');
    const down = await open(world, 'dan', url);
    assert.deepEqual([down.status, down.headers.get('cache-control')], [503, 'no-store, private']);
    s3.objects.delete(path);
    assert.equal((await open(world, 'dan', url)).status, 404);
    const kept = content.subarray(0, 1000);
    s3.objects.set(path, { body: Buffer.from(kept), type: '' });
    assert.equal((await open(world, 'dan', url)).status, 503);
  });
});

test('An upload to an object store that does not respond is given up', async (t) => {
  const s3 = await makeS3(t);
  const store = new S3Store(loadConfig({ data: '/nowhere', ...s3.config }, {}), 'threads', 600);
  const path = join(mkdtempSync(join(tmpdir(), 'heddle-s3-')), 'file');
  undoAfter(t, () => rm(dirname(path), { recursive: true }));
  writeFileSync(path, 'content');
  s3.fail('PUT', 'silence', 'silence', 'silence');
  const file = { path, size: 7, md5: createHash('md5').update('content').digest('base64') };
  await assert.rejects(store.put('a', file, 'text/plain'), StoreDownError);
  await store.put('a', file, 'text/plain');
  assert.deepEqual([...s3.objects.keys()], ['a']);
});

test('An object store that does not respond or refuses the secret is given up', async (t) => {
  const s3 = await makeS3(t);
  const data = { data: '/nowhere' };
  const silent = new S3Store(loadConfig({ ...data, ...s3.config }, {}), 'threads', 1000);
  s3.fail('HEAD', 'silence', 'silence', 'silence');
  await assert.rejects(silent.getSize('a'), StoreDownError);
  const attempts = s3.seen.length;
  const wrong = new S3Store(loadConfig({ ...data, ...s3.config, s3SecretAccessKey: 'x' }, {}), 'threads');
  await assert.rejects(wrong.getSize('a'), StoreDownError);
  // On a busy machine an attempt can end before the store has seen it. A refused secret is tried once.
  assert.ok(attempts >= 1 && attempts <= 3);
  assert.equal(s3.seen.length, attempts + 1);
});

test('A listing without end is given up before it takes much memory', async (t) => {
  const s3 = await makeS3(t);
  const settings = { bucket: 'threads', region: 'us-east-1', pathStyle: true };
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = s3.config;
  const access = new S3Access({ ...settings, endpoint: s3.url, accessKeyId, secretAccessKey });
  s3.fail('GET', 'endless', 'endless', 'endless');
  await assert.rejects(listKeys(access, 'w'), ({ cause }: StoreDownError) => {
    assert.match(errorMessage(cause), /more than 524288 bytes/);
    return true;
  });
});

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { onBothEngines } from '../support/engines.ts';
import { inReadOnlyFolder, onFullDisk } from '../support/faults/failing-disk.ts';
import { open, sendFiles, storedFiles, upload } from '../support/files.ts';
import { keepLog, storageLines } from '../support/log.ts';
import { until } from '../support/until.ts';
import { makeWorld, type World } from '../support/world.ts';

const mebibyte = 1024 * 1024;
const large = new Uint8Array(8 * mebibyte).map((_, i) => (i * 31) % 251);

const send = (world: World) =>
  world.as('dan').post('/messages', { type: 'channel', to: 'general', topic: 'disk', content: 'still here' });

const untilWritable = (world: World) =>
  until('uploads are possible again', () => !world.app.storage.files.fault);

onBothEngines('Uploads during storage failures', (engine) => {
  test('An upload that does not fit on the disk is refused with a reason and leaves nothing behind', async (t) => {
    const kept = keepLog();
    const world = await makeWorld(t, engine, { log: kept.log });
    // The few megabytes that are looked for afterwards fit.
    const reply = await onFullDisk(6 * mebibyte, () => sendFiles(world, 'dan', [{ content: large }]));
    assert.deepEqual(
      [reply.status, reply.json.code, reply.json.reason],
      [503, 'SERVER_NOT_READY', 'disk_full'],
    );
    assert.match(reply.json.msg, /disk is full/);
    assert.ok(Number(reply.headers.get('retry-after')) > 0);
    assert.deepEqual(storedFiles(world), []);
    assert.equal(world.app.storage.files.condition.state, 'ok');
    assert.equal(kept.entries.filter(({ msg }) => msg === 'a write failed').length, 1);
    const { url } = await upload(world, 'dan', { content: large });
    const whole = await open(world, 'dan', url);
    assert.deepEqual(new Uint8Array(await whole.arrayBuffer()), large);
  });

  test('An upload is refused while the disk is full, and accepted afterwards', async (t) => {
    const kept = keepLog();
    const world = await makeWorld(t, engine, { log: kept.log });
    await onFullDisk(3 * mebibyte, async () => {
      const first = await sendFiles(world, 'dan', [{ content: large }]);
      assert.deepEqual([first.status, first.json.reason], [503, 'disk_full']);
      await until('the state is known', () => world.app.storage.files.fault?.kind === 'disk_full');
      const small = await sendFiles(world, 'dan', [{ content: 'small' }]);
      assert.deepEqual([small.status, small.json.reason], [503, 'disk_full']);
      assert.equal((await send(world)).status, 200, 'messages need no room for files');
    });
    await untilWritable(world);
    await upload(world, 'dan', { content: large });
    assert.deepEqual(storageLines(kept, 'files'), ['failed disk_full', 'recovered disk_full']);
  });

  test('An upload is refused while its folder is read-only, and accepted afterwards', async (t) => {
    const kept = keepLog();
    const world = await makeWorld(t, engine, { log: kept.log });
    await upload(world, 'dan');
    const incoming = join(world.app.config.data, 'uploads', 'incoming');
    mkdirSync(incoming, { recursive: true });
    await inReadOnlyFolder(incoming, async () => {
      for (const content of ['notes', large]) {
        const { status, json } = await sendFiles(world, 'dan', [{ content }]);
        assert.deepEqual([status, json.code, json.reason], [503, 'SERVER_NOT_READY', 'read_only']);
      }
      assert.equal((await send(world)).status, 200);
    });
    await untilWritable(world);
    await upload(world, 'dan');
    assert.deepEqual(storageLines(kept, 'files'), ['failed read_only', 'recovered read_only']);
  });

  test('Concurrent failing uploads each get a response and end nothing else', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const replies = await onFullDisk(3 * mebibyte, () =>
      Promise.all(Array.from({ length: 8 }, () => sendFiles(world, 'dan', [{ content: large }]))),
    );
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([503]));
    await untilWritable(world);
    assert.deepEqual(storedFiles(world), []);
  });
});

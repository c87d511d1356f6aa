import assert from 'node:assert/strict';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { examine } from '../../server/src/app/cli/doctor/doctor.ts';
import { onFullDisk } from '../support/faults/failing-disk.ts';
import { keepLog, storageLines } from '../support/log.ts';
import { health, untilHealthy, listen, send, sendWithRetries, stored } from '../support/faults/outage.ts';
import { until } from '../support/until.ts';
import { makeWorld, type World } from '../support/world.ts';

const getFile = (world: World): string => join(world.app.config.data, 'heddle.db');

/** The next commit reports that its flush failed, after it was done or undone. */
function failNextFlush(t: TestContext, outcome: 'COMMIT' | 'ROLLBACK'): void {
  type Run = (this: StatementSync, ...values: unknown[]) => unknown;
  const run = StatementSync.prototype.run as Run;
  const mock = t.mock.method(StatementSync.prototype, 'run', function (
    this: StatementSync,
    ...values: unknown[]
  ) {
    if (this.sourceSQL !== 'COMMIT') return run.apply(this, values);
    mock.mock.restore();
    if (outcome === 'COMMIT') run.apply(this, values);
    const failedFlush = { code: 'ERR_SQLITE_ERROR', errcode: 10 | (4 << 8) };
    throw Object.assign(new Error('disk I/O error'), failedFlush);
  } as never);
}

/** Writes nonsense over the root page of a table, in the file itself. @returns how to write back what was there */
function damage(path: string, table: string): () => void {
  const file = new DatabaseSync(path);
  file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const [page] = file.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').all(table);
  const size = Number(file.prepare('PRAGMA page_size').get()?.page_size);
  file.close();
  const at = (Number(page?.rootpage) - 1) * size;
  const before = readFileSync(path).subarray(at, at + size);
  const write = (bytes: Uint8Array) => {
    const handle = openSync(path, 'r+');
    writeSync(handle, bytes, 0, size, at);
    closeSync(handle);
  };
  write(new Uint8Array(size).fill(0x5a));
  return () => write(before);
}

test('A full disk refuses writes and keeps existing data, and repeated sends arrive when there is space', async (t) => {
  const kept = keepLog();
  const world = await makeWorld(t, 'sqlite', { log: kept.log });
  const queue = await listen(world);
  await sendWithRetries(world, 'before');
  const acknowledged = ['before'];
  const large = (i: number) => `${i} ${'x'.repeat(9000)}`;
  await onFullDisk(statSync(`${getFile(world)}-wal`).size + 65_536, async () => {
    for (let i = 0; ; i++) {
      const reply = await send(world, large(i));
      if (reply.status !== 200) {
        assert.deepEqual([reply.status, reply.json.code], [503, 'SERVER_NOT_READY']);
        assert.ok(['disk_full', 'io_error'].includes(reply.json.reason as string));
        assert.ok(Number(reply.headers.get('retry-after')) > 0);
        break;
      }
      acknowledged.push(large(i));
    }
    await until('the check says what it is', () => world.app.storage.database.fault?.kind === 'disk_full');
    assert.deepEqual(await stored(world), acknowledged, 'reads continue');
    assert.match((await send(world, 'refused')).json.msg, /disk is full/);
    assert.deepEqual([(await health(world)).status, (await health(world, '/readyz')).status], [503, 503]);
  });
  await sendWithRetries(world, large(acknowledged.length - 1));
  await sendWithRetries(world, 'after');
  const all = [...acknowledged, large(acknowledged.length - 1), 'after'];
  assert.deepEqual(await stored(world), all);
  assert.deepEqual(await queue.untilReceived('after'), all);
  assert.equal((await health(world)).status, 200);
  assert.equal(storageLines(kept, 'database').at(-1)?.split(' ')[0], 'recovered');
});

for (const outcome of ['COMMIT', 'ROLLBACK'] as const)
  test(`A failed flush acknowledges nothing before the file was checked (${outcome})`, async (t) => {
    const kept = keepLog();
    const world = await makeWorld(t, 'sqlite', { log: kept.log });
    const queue = await listen(world);
    await sendWithRetries(world, 'before');
    failNextFlush(t, outcome);
    const refused = await send(world, 'unknown');
    assert.deepEqual([refused.status, refused.json.reason], [503, 'io_error']);
    assert.equal(world.app.storage.database.fault?.kind, 'io_error');
    assert.equal((await send(world, 'meanwhile')).status, 503);
    await untilHealthy(world);
    await sendWithRetries(world, 'unknown');
    await sendWithRetries(world, 'after');
    assert.deepEqual(await stored(world), ['before', 'unknown', 'after']);
    assert.deepEqual(await queue.untilReceived('after'), ['before', 'unknown', 'after']);
    assert.equal((await health(world)).status, 200);
    assert.deepEqual(storageLines(kept, 'database'), ['failed io_error', 'recovered io_error']);
  });

test('A damaged page is found by the verification, stops writes, and is reported with a remedy', async (t) => {
  const kept = keepLog();
  const world = await makeWorld(t, 'sqlite', { log: kept.log });
  await sendWithRetries(world, 'before');
  await world.app.survival.verify();
  assert.equal(world.app.storage.database.fault, undefined, 'what is sound is found sound');
  damage(getFile(world), 'draft');
  await world.app.survival.verify();
  const refused = await send(world, 'after');
  assert.deepEqual([refused.status, refused.json.reason], [503, 'damaged']);
  assert.match(refused.json.msg, /damaged.*restored a backup/);
  assert.deepEqual(await stored(world), ['before'], 'what is not damaged is read');
  const { status, json } = await health(world);
  const { database } = json.storage as { database: { remedy: string } };
  assert.equal(status, 503);
  assert.match(database.remedy, /heddle doctor/);
  assert.deepEqual(storageLines(kept, 'database'), ['failed damaged']);
  assert.ok(kept.entries.some(({ error }) => String(error).includes('draft')));
});

test('A damaged page found by a read stops writes too', async (t) => {
  const world = await makeWorld(t, 'sqlite', { alone: true });
  await sendWithRetries(world, 'before');
  await world.as('dan').post('/saved_snippets', { title: 'Knots', content: 'over, under' });
  damage(getFile(world), 'saved_snippet');
  await world.restart();
  const { status, json } = await world.as('dan').get('/saved_snippets');
  assert.deepEqual([status, json.reason], [503, 'damaged']);
  assert.deepEqual([(await send(world, 'after')).status, await stored(world)], [503, ['before']]);
});

test('Damage is recorded for the next start, until the file is found intact', async (t) => {
  const kept = keepLog();
  const world = await makeWorld(t, 'sqlite', { log: kept.log });
  const note = `${getFile(world)}.damaged`;
  await sendWithRetries(world, 'before');
  const restore = damage(getFile(world), 'draft');
  await world.app.survival.verify();
  await world.restart();
  const refused = await send(world, 'after a restart');
  assert.deepEqual([refused.status, refused.json.reason], [503, 'damaged']);
  assert.deepEqual(await stored(world), ['before'], 'reads continue');
  assert.equal((await health(world, '/readyz')).status, 503);
  const getDatabase = async () =>
    (await examine({ data: world.app.config.data })).find(({ name }) => name === 'database');
  assert.match((await getDatabase())?.text ?? '', /is damaged.*Restore it from a backup/);
  restore();
  assert.equal((await send(world, 'restored while it runs')).status, 503);
  assert.match((await getDatabase())?.text ?? '', /was found damaged at \d{4}.*draft.*looks intact now/);
  await world.restart();
  assert.equal((await send(world, 'after')).status, 200);
  assert.equal(existsSync(note), false);
  assert.equal((await getDatabase())?.state, 'ok');
  assert.deepEqual(storageLines(kept, 'database'), ['failed damaged', 'failed damaged']);
});

/** What a server that starts on these files now would find, however the one that runs ends. */
function storedInFiles(t: TestContext, world: World): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-files-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const end of ['', '-wal'])
    if (existsSync(getFile(world) + end)) copyFileSync(getFile(world) + end, join(folder, `copy${end}`));
  const file = new DatabaseSync(join(folder, 'copy'));
  const rows = file.prepare("SELECT content FROM message WHERE content LIKE 'word%' ORDER BY id").all();
  file.close();
  return rows.map(({ content }) => String(content));
}

for (const lost of [['-wal'], ['-shm'], ['-wal', '-shm'], [''], ['', '-wal', '-shm']])
  test(`A server whose ${lost.map((end) => `heddle.db${end}`).join(', ')} is deleted keeps what it has acknowledged, and continues`, async (t) => {
    const kept = keepLog();
    const world = await makeWorld(t, 'sqlite', { log: kept.log });
    const queue = await listen(world);
    const acknowledged = ['word 1', 'word 2', 'word 3'];
    for (const word of acknowledged.slice(0, 2)) await sendWithRetries(world, word);
    for (const end of lost) rmSync(getFile(world) + end);
    // Noticed also where nothing is stored.
    await until('it is noticed and mended', () =>
      storageLines(kept, 'database').at(-1)?.startsWith('recovered'),
    );
    await sendWithRetries(world, acknowledged[2] ?? '');
    for (const end of lost) rmSync(getFile(world) + end);
    // What comes before the next look is not acknowledged either where nobody would find it.
    await sendWithRetries(world, 'word 4');
    acknowledged.push('word 4');
    assert.deepEqual(storedInFiles(t, world), acknowledged);
    assert.deepEqual(await stored(world), acknowledged);
    assert.deepEqual(await queue.untilReceived('word 4'), acknowledged);
    await world.restart();
    assert.deepEqual(await stored(world), acknowledged);
  });

test('A server whose database is replaced refuses writes, keeps what it had beside it, and touches the other one no more', async (t) => {
  const kept = keepLog();
  const world = await makeWorld(t, 'sqlite', { log: kept.log });
  await sendWithRetries(world, 'word 1');
  const path = getFile(world);
  const other = 'not of this server';
  writeFileSync(`${path}.other`, other);
  renameSync(`${path}.other`, path);
  const reply = await send(world, 'word 2');
  assert.deepEqual([reply.status, reply.json.code], [503, 'SERVER_NOT_READY']);
  await until('its data are beside it', () => existsSync(`${path}.rescued`));
  await until('the server says why', async () => (await send(world, 'word 2')).json.reason === 'replaced');
  assert.equal((await health(world, '/readyz')).status, 503);
  assert.deepEqual(await stored(world), ['word 1']);
  assert.ok(kept.lines.some((line) => line.includes('heddle.db.rescued')));
  await world.restart(() => {
    assert.equal(readFileSync(path, 'utf8'), other);
    for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
    renameSync(`${path}.rescued`, path);
    return Promise.resolve();
  });
  assert.deepEqual(await stored(world), ['word 1']);
  await sendWithRetries(world, 'word 3');
});

test('A log that is cut off is damage, unless the database has all of it', async (t) => {
  const world = await makeWorld(t, 'sqlite', { log: keepLog().log });
  const path = getFile(world);
  await sendWithRetries(world, 'word 1');
  const file = new DatabaseSync(path);
  file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  file.close();
  assert.equal((await send(world, 'word 2')).status, 200);
  truncateSync(`${path}-wal`);
  assert.equal((await send(world, 'word 3')).status, 503);
  await until('it is known to be damage', () => world.app.storage.database.fault?.kind === 'damaged');
});

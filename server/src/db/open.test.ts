import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { makePlace, onBothEngines, type Engine } from '../../../tests/support/engines.ts';
import { listOpenFiles, listsOpenFiles } from '../../../tests/support/process/open-files.ts';
import { openDatabase, type Opened } from './open.ts';
import { refuseUnsafeVersion } from './sqlite/sqlite.ts';

async function open(t: TestContext, engine: Engine) {
  const place = await makePlace(engine);
  const opened = await openDatabase(place);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await opened.close();
    isOpen = false;
  };
  t.after(async () => {
    await close();
    await place.remove();
  });
  return { ...opened, close, place };
}

/** Opens the same data in a process of its own; returns what it printed. */
function openElsewhere({
  dataDir,
  databaseUrl,
}: {
  dataDir: string;
  databaseUrl: string | undefined;
}): string {
  const script = `
    import { openDatabase } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)};
    try {
      const opened = await openDatabase(${JSON.stringify({ dataDir, databaseUrl })});
      await opened.close();
      console.log('opened');
    } catch (error) {
      console.log(error.name + ': ' + error.message);
    }`;
  const done = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  return done.stdout.trim();
}

const pragma = async (db: Opened['writer'], name: string): Promise<unknown> =>
  Object.values((await db.connection.query(`PRAGMA ${name}`, []))[0] ?? {})[0];

onBothEngines('A database', (engine) => {
  test('A database is locked against a second process until it is closed', async (t) => {
    const { place, close } = await open(t, engine);
    assert.match(openElsewhere(place), /^StartRefused: Another process is using /);
    await close();
    assert.equal(openElsewhere(place), 'opened');
  });

  test('A database flushes every commit, whatever its default settings are', async (t) => {
    const { writer, reader } = await open(t, engine);
    if (engine === 'postgres') {
      const [row] = await writer.connection.query('SHOW synchronous_commit', []);
      assert.equal(row?.synchronous_commit, 'on');
      return;
    }
    assert.equal(await pragma(writer, 'journal_mode'), 'wal');
    assert.equal(await pragma(writer, 'synchronous'), 2);
    assert.equal(await pragma(writer, 'foreign_keys'), 1);
    assert.equal(await pragma(reader, 'query_only'), 1);
    for (const db of [writer, reader])
      assert.ok([0, undefined].includes((await pragma(db, 'mmap_size')) as number | undefined));
  });

  test('A database reader cannot write', async (t) => {
    const { reader } = await open(t, engine);
    const values = { name: 'x', value: 'y' };
    await assert.rejects(reader.q.insertInto('server_fact').values(values).execute(), /read-?only/);
  });
});

test('A data folder is accessible to its owner only', async (t) => {
  const { place } = await open(t, 'sqlite');
  const inside = join(place.dataDir, 'inner');
  const opened = await openDatabase({ dataDir: inside });
  t.after(() => opened.close());
  assert.equal(statSync(inside).mode & 0o777, 0o700);
});

test('A database file that was refused is not left open', { skip: !listsOpenFiles }, async (t) => {
  const place = await makePlace('sqlite');
  t.after(() => place.remove());
  const inspect = () => Promise.reject(new Error('It belongs to another server.'));
  await assert.rejects(openDatabase({ ...place, inspect }), { message: 'It belongs to another server.' });
  assert.deepEqual(listOpenFiles(place.dataDir), []);
});

test('A SQLite version that may lose committed data is refused', () => {
  for (const safe of ['3.51.3', '3.51.10', '3.52.0', '4.0.0'])
    assert.doesNotThrow(() => refuseUnsafeVersion(safe));
  for (const unsafe of ['3.50.7', '3.51.2', '3.49.9', '2.8.17', ''])
    assert.throws(() => refuseUnsafeVersion(unsafe), {
      name: 'StartRefused',
      message: `This Node includes SQLite ${unsafe}, which can lose committed data. SQLite 3.51.3 or newer is required.`,
    });
});

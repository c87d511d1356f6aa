import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { makePlace, onBothEngines, type Engine } from '../../../tests/support/engines.ts';
import { until } from '../../../tests/support/until.ts';
import type { Connection, Row } from './connection.ts';
import { copyBeforeMigration, copyName } from './sqlite/embedded.ts';
import { Db } from './db.ts';
import { migrate as migrateDatabase, type MigrateOptions } from './migrate.ts';
import { migrations as released, type Migration } from './migrations/index.ts';
import { openDatabase } from './open.ts';
import { noteChanges } from './row-sums/triggers.ts';
import { SqliteConnection } from './sqlite/sqlite.ts';
import { tryLockSchema, type Dialect } from './sql.ts';

/** An empty database, as often opened as asked for. */
async function emptyDatabase(t: TestContext, engine: Engine): Promise<() => Promise<Db>> {
  const open = await makeDatabase(t, engine);
  if (engine === 'postgres') {
    const { connection } = await open();
    await connection.run('DROP SCHEMA public CASCADE', []);
    await connection.run('CREATE SCHEMA public', []);
  }
  return open;
}

/** What a later version may bring, each small enough to be broken at every statement. */
const migrations: readonly Migration[] = [
  ...released,
  ...['wool', 'warp', 'weft', 'loom', 'shuttle'].map((table) => ({
    name: `9001-${table}`,
    statements: () => [`CREATE TABLE ${table} (id integer)`, `CREATE INDEX ${table}_id ON ${table} (id)`],
  })),
];
/** The place of one that has others before and after it. */
const weft = migrations.findIndex(({ name }) => name === '9001-weft');

const migrate = (db: Db, options: MigrateOptions = {}): Promise<void> =>
  migrateDatabase(db, { list: migrations, ...options });

/** A database with all migrations, for tests of what comes after them. */
async function migratedDatabase(t: TestContext, engine: Engine): Promise<() => Promise<Db>> {
  const open = await makeDatabase(t, engine);
  await migrate(await open());
  return open;
}

/** Those on PostgreSQL have the schema: making it again takes each test a fifth of a second of CPU. */
async function makeDatabase(t: TestContext, engine: Engine): Promise<() => Promise<Db>> {
  const place = await makePlace(engine);
  const opened: Connection[] = [];
  t.after(async () => {
    for (const one of opened) await one.close();
    await place.remove();
  });
  return async () => {
    const connection =
      place.databaseUrl === undefined
        ? new SqliteConnection(new DatabaseSync(join(place.dataDir, 'heddle.db'), { timeout: 5000 }))
        : await postgresConnection(place.databaseUrl);
    opened.push(connection);
    return new Db(connection);
  };
}

/** Without the lock that keeps a second server out. */
async function postgresConnection(url: string): Promise<Connection> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const send = (text: string, values: readonly unknown[]) =>
    client.query<Row>(values.length === 0 ? { text } : { text, values: [...values] });
  return {
    dialect: 'postgres',
    query: async (sql, parameters) => (await send(sql, parameters)).rows,
    run: async (sql, parameters) => (await send(sql, parameters)).rowCount ?? 0,
    close: () => client.end(),
  };
}

/** Everything that a schema consists of, as comparable text. */
async function getSchema({ connection }: Db): Promise<string[]> {
  const rows = await connection.query(
    connection.dialect === 'sqlite'
      ? "SELECT name || ': ' || coalesce(sql, '') AS line FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY line"
      : `SELECT table_name || '.' || column_name || ': ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') AS line
           FROM information_schema.columns WHERE table_schema = 'public'
         UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
         UNION ALL SELECT conrelid::regclass || ': ' || pg_get_constraintdef(oid) FROM pg_constraint
           WHERE connamespace = 'public'::regnamespace
         ORDER BY line`,
    [],
  );
  return rows.map((row) => String(row.line));
}

const marks = async ({ connection }: Db): Promise<string[]> =>
  (await connection.query('SELECT name FROM migration ORDER BY number', [])).map((row) => String(row.name));

/** The same migrations, of which one breaks off after some statements. */
function broken(number: number, after: number): Migration[] {
  return migrations.map((migration, index) => ({
    name: migration.name,
    statements: (dialect) => {
      const all = migration.statements(dialect);
      return index === number ? [...all.slice(0, after), 'SELECT no_such_thing()'] : all;
    },
  }));
}

onBothEngines('Migrations', (engine) => {
  test('A migration interrupted at any statement is rolled back, and produces the same schema when it runs again', async (t) => {
    const clean = await (await emptyDatabase(t, engine))();
    await migrate(clean);
    const wanted = await getSchema(clean);
    assert.ok(wanted.length > 20);

    const db = await (await emptyDatabase(t, engine))();
    for (const [number, { statements }] of migrations.entries()) {
      await migrate(db, { list: migrations.slice(0, number) });
      const before = await getSchema(db);
      const count = statements(db.dialect).length;
      // The first one makes the whole schema, so it is broken at some places only; one may have no statements of this kind.
      for (let after = 0; after <= count; after += Math.max(1, Math.ceil(count / 9))) {
        await assert.rejects(migrate(db, { list: broken(number, after) }));
        assert.equal((await marks(db)).length, number);
      }
      assert.deepEqual(await getSchema(db), before);
    }
    await migrate(db);
    assert.deepEqual(await getSchema(db), wanted);
    assert.deepEqual(
      await marks(db),
      migrations.map((migration) => migration.name),
    );
  });

  test('A migration does not run twice', async (t) => {
    const open = await emptyDatabase(t, engine);
    const db = await open();
    await migrate(db);
    const before = await getSchema(db);
    await migrate(await open());
    assert.deepEqual(await getSchema(db), before);
  });

  // On SQLite the lock on the folder comes first.
  if (engine === 'postgres')
    test('A migration started by several processes at once runs once', async (t) => {
      const open = await emptyDatabase(t, engine);
      const all = await Promise.all([open(), open(), open()]);
      await Promise.all(all.map((db) => migrate(db)));
      for (const db of all) assert.equal((await marks(db)).length, migrations.length);
    });

  if (engine === 'postgres')
    test('A migration waits for the one of another node, and says so', async (t) => {
      const open = await emptyDatabase(t, engine);
      const { connection } = await open();
      await connection.run('BEGIN', []);
      for (const statement of tryLockSchema(engine)) await connection.query(statement, []);
      const said: string[] = [];
      const db = await open();
      const migrating = migrate(db, { announce: (text) => said.push(text) });
      await until('it waits', () => Promise.resolve(said.length > 0));
      assert.deepEqual(said, ['waiting for another node, which brings the schema up to date']);
      await connection.run('ROLLBACK', []);
      await migrating;
      assert.equal((await marks(db)).length, migrations.length);
    });

  test('A database migrated by a newer version is refused without changes', async (t) => {
    const open = await emptyDatabase(t, engine);
    const db = await open();
    const newer = { name: '9999-future', statements: () => ['CREATE TABLE future (id integer)'] };
    await migrate(db, { list: [...migrations, { ...newer, needs: newer.name }] });
    const before = await getSchema(db);
    await assert.rejects(migrate(await open()), {
      name: 'StartRefused',
      message: `This database has schema version ${migrations.length + 1}, created by a newer Heddle, and versions that know fewer than ${migrations.length + 1} cannot use it; this version supports up to ${migrations.length}. Start the newer version, or restore ${engine === 'sqlite' ? 'heddle.db.before-migration or a backup' : 'a backup'} from before the upgrade.`,
    });
    assert.deepEqual(await getSchema(db), before);
  });

  test('A database that a newer version only expanded is used without changes', async (t) => {
    const open = await emptyDatabase(t, engine);
    const db = await open();
    const newer = { name: '9999-future', statements: () => ['CREATE TABLE future (id integer)'] };
    await migrate(db, { list: [...migrations, newer] });
    const before = [await getSchema(db), await marks(db)];
    await migrate(await open());
    assert.deepEqual([await getSchema(db), await marks(db)], before);
  });
});

onBothEngines('Failing migrations', (engine) => {
  test('A failure of the second of several migrations is reported in one sentence and leaves the schema unchanged', async (t) => {
    const db = await (await emptyDatabase(t, engine))();
    const older = migrations.length - 2;
    await migrate(db, { list: migrations.slice(0, older) });
    const before = [await getSchema(db), await marks(db)];
    await assert.rejects(migrate(db, { list: broken(older + 1, 0) }), ({ name, message }: Error) => {
      assert.equal(name, 'StartRefused');
      assert.match(
        message,
        new RegExp(`${migrations[older + 1]!.name} failed and was rolled back: [^\\n]*no_such_thing[^\\n]*`),
      );
      assert.doesNotMatch(message, /\.\.|\n/);
      return true;
    });
    assert.deepEqual([await getSchema(db), await marks(db)], before);
    await migrate(db);
    assert.equal((await marks(db)).length, migrations.length);
  });
});

test('A failed copy before a migration is reported with a single full stop after the reason', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'heddle-test-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const query = () => Promise.reject(new Error('Nothing can be saved until it has been checked.'));
  await assert.rejects(copyBeforeMigration(dataDir, { query } as unknown as Connection), {
    name: 'StartRefused',
    message: /until it has been checked\. Free enough disk space/,
  });
});

test('The copy made before an upgrade is kept until the upgrade is complete', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'heddle-test-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const older = migrations.length - 2;
  const connection = new SqliteConnection(new DatabaseSync(join(dataDir, 'heddle.db')));
  t.after(() => connection.close());
  const db = new Db(connection);
  await migrate(db, { list: migrations.slice(0, older) });
  const beforeChange = () => copyBeforeMigration(dataDir, connection);
  const schemaOfCopy = () => {
    const file = new DatabaseSync(join(dataDir, copyName));
    const rows = file.prepare('SELECT name FROM migration').all();
    file.close();
    return rows.length;
  };
  await assert.rejects(migrate(db, { list: broken(older + 1, 0), beforeChange }));
  assert.equal(schemaOfCopy(), older);
  await migrate(db, { beforeChange });
  assert.equal((await marks(db)).length, migrations.length);
  assert.equal(schemaOfCopy(), older);
});

/** The same migrations, of which one is another. */
const replaced = (index: number, by: Partial<Migration>): Migration[] =>
  migrations.map((migration, at) => (at === index ? { ...migration, ...by } : migration));

onBothEngines('Mismatching migrations', (engine) => {
  const swapped = [
    ...migrations.slice(0, weft - 1),
    migrations[weft]!,
    migrations[weft - 1]!,
    ...migrations.slice(weft + 1),
  ];
  const altered = (dialect: Dialect) => [...migrations[weft]!.statements(dialect), 'SELECT 1'];
  const next = { name: '9998-next', statements: () => ['CREATE TABLE next (id integer)'] };
  const cases: [string, Migration[], RegExp][] = [
    ['was changed', replaced(weft, { statements: altered }), /9001-weft has changed since/],
    ['was renamed', replaced(weft, { name: '9001-other' }), /9001-weft, which this version does not include/],
    ['was renumbered', swapped, /9001-warp was applied .* as number \d+, but is number \d+ in this version/],
    [
      'was removed',
      migrations.filter((_, at) => at !== weft),
      /9001-weft, which this version does not include/,
    ],
  ];
  for (const [what, list, message] of cases)
    test(`A database is refused unchanged when a migration ${what}, even if there are new ones`, async (t) => {
      const db = await (await migratedDatabase(t, engine))();
      const before = [await getSchema(db), await marks(db)];
      for (const wrong of [list, [...list, next]]) {
        const beforeChange = () => assert.fail('nothing is copied for a program that is refused');
        await assert.rejects(migrate(db, { list: wrong, beforeChange }), { name: 'StartRefused', message });
      }
      assert.deepEqual([await getSchema(db), await marks(db)], before);
    });

  test('A database is refused when a migration was not applied but later ones were', async (t) => {
    const db = await (await migratedDatabase(t, engine))();
    await db.connection.run(`DELETE FROM migration WHERE number = ${weft + 1}`, []);
    await assert.rejects(migrate(db), {
      name: 'StartRefused',
      message: /9001-weft was not applied/,
    });
  });

  test('A database is accepted when a migration only differs in formatting', async (t) => {
    const db = await (await migratedDatabase(t, engine))();
    const spaced = (dialect: Dialect) =>
      migrations[weft]!.statements(dialect).map((text) => ` ${text.replaceAll(' ', '\n  ')} `);
    await migrate(db, { list: replaced(weft, { statements: spaced }) });
  });
});

test('The embedded database is copied before a migration, and the copy is kept until the next one', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'heddle-test-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const older = migrations.length - 1;
  const makeOlder = async () => {
    const db = new Db(new SqliteConnection(new DatabaseSync(join(dataDir, 'heddle.db'))));
    await migrate(db, { list: migrations.slice(0, older) });
    await db.connection.close();
  };
  const copies = () => readdirSync(dataDir).filter((name) => name.startsWith(copyName));
  const getMarks = (name: string) => {
    const file = new DatabaseSync(join(dataDir, name));
    const rows = file.prepare('SELECT name FROM migration').all();
    file.close();
    return rows.length;
  };
  const openAndClose = async () => (await openDatabase({ dataDir, list: migrations })).close();

  await openAndClose();
  assert.deepEqual(copies(), [], 'an empty database needs no copy');
  rmSync(join(dataDir, 'heddle.db'));
  await makeOlder();
  await openAndClose();
  assert.deepEqual(copies(), [copyName]);
  assert.deepEqual([getMarks(copyName), getMarks('heddle.db')], [older, migrations.length]);

  await openAndClose();
  assert.equal(getMarks(copyName), older, 'a start without a migration leaves it alone');

  rmSync(join(dataDir, copyName));
  mkdirSync(join(dataDir, copyName));
  rmSync(join(dataDir, 'heddle.db'));
  await makeOlder();
  await assert.rejects(openDatabase({ dataDir, list: migrations }), {
    name: 'StartRefused',
    message: /^Cannot copy the database to .* before migrating it: /,
  });
  assert.equal(getMarks('heddle.db'), older, 'without a copy nothing is changed');
  assert.deepEqual(copies(), [copyName]);
});

test('A migration whose process was killed runs again completely', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'heddle-test-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const child = spawn(process.execPath, ['--input-type=module', '--eval', dying(dataDir)], {
    stdio: 'inherit',
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  assert.equal(signal, 'SIGKILL');

  const opened = await openDatabase({ dataDir, list: migrations });
  const connection = new SqliteConnection(new DatabaseSync(':memory:'));
  const clean = new Db(connection);
  await migrate(clean);
  noteChanges(connection);
  assert.deepEqual(await getSchema(opened.writer), await getSchema(clean));
  const [check] = await opened.writer.connection.query('PRAGMA integrity_check', []);
  assert.equal(check?.integrity_check, 'ok');
  await clean.connection.close();
  await opened.close();
});

/** Migrates a folder's database up to the middle of the first migration, and dies. */
const dying = (dataDir: string): string => `
  import { DatabaseSync } from 'node:sqlite';
  import { Db } from ${JSON.stringify(new URL('./db.ts', import.meta.url).href)};
  import { migrate } from ${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)};
  import { SqliteConnection } from ${JSON.stringify(new URL('./sqlite/sqlite.ts', import.meta.url).href)};
  const connection = new SqliteConnection(new DatabaseSync(${JSON.stringify(join(dataDir, 'heddle.db'))}));
  connection.query('PRAGMA journal_mode = wal', []);
  let left = 12;
  const run = connection.run.bind(connection);
  connection.run = (sql, parameters) => {
    if (sql.startsWith('CREATE') && left-- === 0) process.kill(process.pid, 'SIGKILL');
    return run(sql, parameters);
  };
  await migrate(new Db(connection));
`;

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { isRefusedParameter } from '../refused-parameter.ts';
import { openSqlite, SqliteConnection } from './sqlite.ts';
import { listOpenFiles, listsOpenFiles } from '../../../../tests/support/process/open-files.ts';
import { openSqliteSnapshot } from './sqlite-snapshot.ts';

test('A SQLite statement that ends on a row with an ID beyond 2^53 returns the number of changed rows', () => {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'));
  connection.run('CREATE TABLE words (id INTEGER PRIMARY KEY)', []);
  assert.equal(connection.run('INSERT INTO words VALUES (9009535716950016), (9009535716950018)', []), 2);
  assert.equal(connection.run('DELETE FROM words', []), 2);
  assert.deepEqual(connection.query('SELECT count(*) AS count FROM words', [])[0]?.count, 0);
  connection.close();
});

test('A statement for all columns that ran before returns a column that was added since', () => {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'));
  connection.run('CREATE TABLE cloth (id INTEGER PRIMARY KEY)', []);
  connection.run('INSERT INTO cloth VALUES (1)', []);
  const query = () => connection.query('SELECT * FROM cloth', []);
  assert.deepEqual(query(), [{ id: 1 }]);
  connection.run("ALTER TABLE cloth ADD COLUMN dye TEXT DEFAULT 'madder'", []);
  assert.deepEqual(query(), [{ id: 1, dye: 'madder' }]);
  connection.close();
});

test('A connection that has given back its memory answers as before, also within a transaction', () => {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'));
  connection.run('CREATE TABLE cloth (id INTEGER PRIMARY KEY)', []);
  connection.run('BEGIN', []);
  const add = (id: number) => connection.run('INSERT INTO cloth VALUES (?)', [id]);
  const query = () => connection.query('SELECT * FROM cloth', []);
  add(1);
  assert.deepEqual(query(), [{ id: 1 }]);
  connection.shrink();
  add(2);
  connection.run('COMMIT', []);
  assert.deepEqual(query(), [{ id: 1 }, { id: 2 }]);
  connection.close();
  connection.shrink();
});

test('Rows are objects that V8 reads by their shape', () => {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'));
  const [first, second] = connection.query("VALUES (1, 'madder'), (2, 'woad')", []);
  // Those without a prototype, as the driver makes them, have no shape.
  assert.deepEqual(
    [first, second].map((row) => Object.getPrototypeOf(row)),
    [Object.prototype, Object.prototype],
  );
  connection.close();
});

test('A write-ahead log that a large write made grow shrinks again with the next ones', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-log-'));
  const { writer, reader, path } = openSqlite(folder);
  t.after(() => {
    for (const each of [reader, writer]) each.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const logBytes = () => statSync(`${path}-wal`).size;
  writer.run('CREATE TABLE cloth (threads BLOB)', []);
  writer.run('INSERT INTO cloth VALUES (zeroblob(40000000))', []);
  assert.ok(logBytes() > 40_000_000);
  for (let n = 0; n < 2; n++) writer.run('INSERT INTO cloth VALUES (NULL)', []);
  assert.equal(logBytes(), 32 * 1024 ** 2);
});

test('An integer that could not be read again is refused, and not stored', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-integers-'));
  const { writer, reader } = openSqlite(folder);
  t.after(() => {
    for (const each of [reader, writer]) each.close();
    rmSync(folder, { recursive: true, force: true });
  });
  writer.run('CREATE TABLE cloth (threads INTEGER)', []);
  for (const threads of [2 ** 53, -(2 ** 53), Number.MAX_SAFE_INTEGER * 1000, 1e300]) {
    assert.throws(() => writer.run('INSERT INTO cloth VALUES (?)', [threads]), isRefusedParameter);
    assert.throws(
      () => writer.query('INSERT INTO cloth VALUES (?) RETURNING threads', [threads]),
      isRefusedParameter,
    );
  }
  for (const threads of [Number.MAX_SAFE_INTEGER, 0.5]) writer.run('INSERT INTO cloth VALUES (?)', [threads]);
  assert.deepEqual(
    reader.query('SELECT threads FROM cloth', []).map((row) => row.threads),
    [Number.MAX_SAFE_INTEGER, 0.5],
  );
});

test('A file that is no database is closed when its snapshot is refused', { skip: !listsOpenFiles }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-snapshot-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'heddle.db'), 'no database '.repeat(1000));
  assert.throws(() => openSqliteSnapshot(folder), /not a database/);
  assert.deepEqual(listOpenFiles(folder), []);
});

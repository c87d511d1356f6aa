/** SQLite through `node:sqlite`: one connection that writes, one that only reads what is committed. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StorageFault } from '../../lib/storage/faults.ts';
import { pageCacheKib } from '../sql.ts';
import { RefusedParameter } from '../refused-parameter.ts';
import { mend } from './mend.ts';
import { WatchedFiles } from './watched-files.ts';
import type { Connection, Row, Translate } from '../connection.ts';
import { StartRefused } from '../../lib/start-refused.ts';

/**
 * Before it a WAL checkpoint may lose committed pages (sqlite.org, "WAL-reset bug"). 3.50.7 has that correction too, but not
 * `wal_checkpoint(NOOP)`, by which the end of the log is looked at.
 */
const firstSafe = [3, 51, 3] as const;
const statementCacheSize = 400;
/** What stays of a log that grew larger, as during an import, once it has been written into the file. */
const mostLogBytes = 32 * 1024 ** 2;

/**
 * Refuses an integer that no number holds exactly, on a connection that writes: once it is stored, every query that reads its row
 * would fail. @throws RefusedParameter
 */
function refuseUnreadable(parameters: readonly unknown[]): void {
  for (const each of parameters)
    if (typeof each === 'number' && Math.abs(each) > Number.MAX_SAFE_INTEGER && Number.isInteger(each))
      throw new RefusedParameter(`${each} cannot be stored.`);
}

/** Adds what was prepared, in place of the oldest when there are many. */
function keep<T>(cache: Map<string, T>, sql: string, made: T): T {
  if (cache.size >= statementCacheSize) {
    for (const oldest of cache.keys()) {
      cache.delete(oldest);
      break;
    }
  }
  cache.set(sql, made);
  return made;
}

/**
 * A statement that returns rows. Its objects are made here: those that `node:sqlite` makes are hash tables to V8, which take longer
 * to make, and several times longer to read.
 */
class Query {
  readonly #statement: StatementSync;
  #columns: readonly string[] = [];

  constructor(statement: StatementSync) {
    statement.setReturnArrays(true);
    this.#statement = statement;
  }

  /** @param parameters What SQLite does not store is refused by it. */
  rows(parameters: readonly unknown[]): Row[] {
    // Its type does not know of `setReturnArrays`.
    const rows = this.#statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][];
    const [first] = rows;
    // Where all columns are selected, a migration may have added one.
    if (first && first.length !== this.#columns.length)
      this.#columns = this.#statement.columns().map(({ name }) => name);
    return rows.map((values) => this.#toRow(values));
  }

  #toRow(values: readonly unknown[]): Row {
    const row: Row = {};
    let at = 0;
    for (const name of this.#columns) row[name] = values[at++];
    return row;
  }
}

export class SqliteConnection implements Connection {
  readonly dialect = 'sqlite';
  #database: DatabaseSync;
  readonly #translate: Translate;
  readonly #files: WatchedFiles | undefined;
  readonly #queries = new Map<string, Query>();
  readonly #commands = new Map<string, StatementSync>();

  /** @param files Of a connection that writes: nothing counts as committed into files that are gone. */
  constructor(database: DatabaseSync, translate: Translate = (error) => error, files?: WatchedFiles) {
    this.#database = database;
    this.#translate = translate;
    this.#files = files;
  }

  /** @param parameters Values that SQLite stores: it throws for others, such as booleans. */
  query(sql: string, parameters: readonly unknown[]): Row[] {
    try {
      if (this.#files) refuseUnreadable(parameters);
      const query =
        this.#queries.get(sql) ?? keep(this.#queries, sql, new Query(this.#database.prepare(sql)));
      return query.rows(parameters);
    } catch (error) {
      throw this.#translate(error);
    }
  }

  run(sql: string, parameters: readonly unknown[]): number {
    try {
      if (this.#files) refuseUnreadable(parameters);
      const statement = this.#commands.get(sql) ?? this.#prepareCommand(sql);
      if (sql === 'COMMIT') this.#files?.check();
      // As in `query`.
      const { changes } = statement.run(...(parameters as SQLInputValue[]));
      if (sql === 'COMMIT') {
        this.#files?.noteLogSize();
        this.#files?.check();
      }
      return Number(changes);
    } catch (error) {
      throw this.#translate(error);
    }
  }

  /** Gives back what the next queries can make again: the memory of prepared statements and of cached pages. */
  shrink(): void {
    this.#queries.clear();
    this.#commands.clear();
    if (this.#database.isOpen) this.#database.exec('PRAGMA shrink_memory');
  }

  /** Continues with another handle on the same file. */
  replace(database: DatabaseSync): void {
    const before = this.#database;
    this.#queries.clear();
    this.#commands.clear();
    this.#database = database;
    if (before.isOpen) before.close();
  }

  /** Row ids within the word index are too large for a number, and the last one comes with every answer. */
  #prepareCommand(sql: string): StatementSync {
    const statement = keep(this.#commands, sql, this.#database.prepare(sql));
    statement.setReadBigInts(true);
    return statement;
  }

  close(): void {
    this.#queries.clear();
    this.#commands.clear();
    if (this.#database.isOpen) this.#database.close();
  }
}

export interface SqliteFile {
  path: string;
  writer: SqliteConnection;
  reader: SqliteConnection;
  files: WatchedFiles;
  /** Opens the file again after a failure. A handle stays in use where no new one can be had. */
  reopen(): void;
  /** See `Opened`. */
  shrink(): void;
  close(): void;
}

export interface Translators {
  writer: Translate;
  reader: Translate;
}

/**
 * Opens the file for writing, exclusively: a second process is refused by an advisory lock held on a file of its own,
 * since readers on other connections must stay possible.
 */
export function openSqlite(dataDir: string, translate: Partial<Translators> = {}): SqliteFile {
  refuseUnsafeVersion();
  const path = join(dataDir, 'heddle.db');
  const files = new WatchedFiles(path, () => getLogEnd(reader));
  const writer = new SqliteConnection(openWriter(path), translate.writer, files);
  const reader = new SqliteConnection(openReader(path), translate.reader);
  return {
    path,
    writer,
    reader,
    files,
    reopen() {
      mend({ path, writer, reader, files });
      writer.replace(openWriter(path));
      reader.replace(openReader(path));
      emptyLog(writer);
      files.note();
    },
    shrink() {
      for (const connection of [writer, reader]) connection.shrink();
    },
    close() {
      // The last connection deletes the log by its name, which may be that of another database by now. One that only reads does not.
      const order = files.getLoss() === 'database' ? [writer, reader] : [reader, writer];
      for (const connection of order) connection.close();
    },
  };
}

function openWriter(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5000 });
  applyPragmas(database, [
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['mmap_size', 0],
    ['cache_size', -pageCacheKib],
    ['wal_autocheckpoint', 2000],
    ['journal_size_limit', mostLogBytes],
    ['temp_store', 2],
  ]);
  flushPath(dirname(path));
  return database;
}

function openReader(path: string): DatabaseSync {
  const readOnly = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  applyPragmas(readOnly, [
    ['query_only', 1],
    ['mmap_size', 0],
    ['cache_size', -pageCacheKib],
    ['temp_store', 2],
  ]);
  return readOnly;
}

/**
 * Writes the pages of the log into the file, flushes that, and begins an empty log. After a flush that failed the system may
 * take pages for written that are not; what is written again is flushed for real.
 */
export function emptyLog(writer: SqliteConnection): void {
  const [row] = writer.query('PRAGMA wal_checkpoint(TRUNCATE)', []);
  if (row?.busy !== 0) throw new StorageFault('busy');
}

/** The length of the file in bytes, as other connections know it too: 32 bytes for its head, and 24 for that of each page. */
function getLogEnd(reader: SqliteConnection): number {
  const [state] = reader.query('PRAGMA wal_checkpoint(NOOP)', []);
  const [page] = reader.query('PRAGMA page_size', []);
  return state?.log ? 32 + Number(state.log) * (24 + Number(page?.page_size)) : 0;
}

/** A commit that changes nothing that matters, and is flushed like every other. */
export function proveCommit(writer: SqliteConnection): void {
  const [row] = writer.query('PRAGMA user_version', []);
  writer.run('BEGIN IMMEDIATE', []);
  try {
    writer.query(`PRAGMA user_version = ${row?.user_version === 1 ? 2 : 1}`, []);
    writer.run('COMMIT', []);
  } catch (error) {
    try {
      writer.run('ROLLBACK', []);
    } catch {
      // The engine has rolled back by itself.
    }
    throw error;
  }
}

/** @throws StartRefused for an SQLite that can lose what it has committed. */
export function refuseUnsafeVersion(version = process.versions.sqlite ?? '0.0.0'): void {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const [safeMajor, safeMinor, safePatch] = firstSafe;
  const ahead = major - safeMajor || minor - safeMinor || patch - safePatch;
  if (ahead >= 0) return;
  throw new StartRefused(
    `This Node includes SQLite ${version}, which can lose committed data. SQLite ${firstSafe.join('.')} or newer is required.`,
  );
}

/** Sets each pragma and reads it back: a setting that did not hold would break the promise of durability silently. */
function applyPragmas(database: DatabaseSync, pragmas: [string, string | number][]): void {
  for (const [name, wanted] of pragmas) {
    database.exec(`PRAGMA ${name} = ${wanted}`);
    const row = database.prepare(`PRAGMA ${name}`).get();
    const found = row && Object.values(row)[0];
    // mmap_size returns no row where SQLite was built without memory mapping, which is what is wanted.
    if (found !== undefined && found !== wanted)
      throw new StartRefused(
        `SQLite did not accept ${name} = ${wanted}; the value is ${JSON.stringify(found)}.`,
      );
  }
}

/** A folder is flushed so that the names in it are durable. */
export function flushPath(path: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

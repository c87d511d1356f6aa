/** SQLite through `node:sqlite`: one connection that writes, one that only reads what is committed. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Connection, Row } from './connection.ts';
import { StartRefused } from './refused.ts';

/** Before these, one for each line of releases, a WAL checkpoint may lose committed pages (sqlite.org, "WAL-reset bug"). */
const firstSafe = [
  [3, 50, 7],
  [3, 51, 3],
] as const;
const statementCacheSize = 400;

export class SqliteConnection implements Connection {
  readonly dialect = 'sqlite';
  readonly #database: DatabaseSync;
  readonly #queries = new Map<string, StatementSync>();
  readonly #commands = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  query(sql: string, parameters: readonly unknown[]): Row[] {
    const statement = this.#queries.get(sql) ?? this.#prepare(this.#queries, sql);
    return statement.all(...(parameters as SQLInputValue[]));
  }

  run(sql: string, parameters: readonly unknown[]): number {
    const statement = this.#commands.get(sql) ?? this.#prepareCommand(sql);
    return Number(statement.run(...(parameters as SQLInputValue[])).changes);
  }

  /** Row ids within the word index are too large for a number, and the last one comes with every answer. */
  #prepareCommand(sql: string): StatementSync {
    const statement = this.#prepare(this.#commands, sql);
    statement.setReadBigInts(true);
    return statement;
  }

  #prepare(cache: Map<string, StatementSync>, sql: string): StatementSync {
    const statement = this.#database.prepare(sql);
    if (cache.size >= statementCacheSize) {
      for (const oldest of cache.keys()) {
        cache.delete(oldest);
        break;
      }
    }
    cache.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#queries.clear();
    this.#commands.clear();
    this.#database.close();
  }
}

export interface SqliteFile {
  writer: SqliteConnection;
  reader: SqliteConnection;
}

/**
 * Opens the file for writing, exclusively: a second process is refused by an advisory lock held on a file of its own,
 * since readers on other connections must stay possible.
 */
export function openSqlite(dataDir: string): SqliteFile {
  refuseUnsafeVersion();
  const path = join(dataDir, 'heddle.db');
  const database = new DatabaseSync(path, { timeout: 5000 });
  const writer = new SqliteConnection(database);
  applyPragmas(writer, [
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['mmap_size', 0],
    ['cache_size', -16000],
    ['wal_autocheckpoint', 2000],
    ['temp_store', 2],
  ]);
  flushPath(dirname(path));
  const readOnly = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  const reader = new SqliteConnection(readOnly);
  applyPragmas(reader, [
    ['query_only', 1],
    ['mmap_size', 0],
    ['cache_size', -16000],
    ['temp_store', 2],
  ]);
  return { writer, reader };
}

/** @throws StartRefused for an SQLite that can lose what it has committed. */
export function refuseUnsafeVersion(version = process.versions.sqlite ?? '0.0.0'): void {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const newest = firstSafe[1];
  const isSafe =
    major > newest[0] ||
    (major === newest[0] && minor > newest[1]) ||
    firstSafe.some((safe) => major === safe[0] && minor === safe[1] && patch >= safe[2]);
  if (isSafe) return;
  throw new StartRefused(
    `This Node carries SQLite ${version}, which can lose committed data; ${newest.join('.')} or newer is needed.`,
  );
}

/** Sets each pragma and reads it back: a setting that did not hold would break the promise of durability silently. */
function applyPragmas(connection: SqliteConnection, pragmas: [string, string | number][]): void {
  for (const [name, wanted] of pragmas) {
    connection.query(`PRAGMA ${name} = ${wanted}`, []);
    const row = connection.query(`PRAGMA ${name}`, [])[0];
    const found = row && Object.values(row)[0];
    // mmap_size answers no row where SQLite was built without memory mapping, which is what is wanted.
    if (found !== undefined && found !== wanted)
      throw new StartRefused(`SQLite did not accept ${name} = ${wanted}: it says ${JSON.stringify(found)}.`);
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

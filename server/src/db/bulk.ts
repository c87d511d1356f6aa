/**
 * Bulk inserts, for filling a database before anyone uses it. They bypass the writer: no events, no savepoints, no
 * cache; so opening it requires the database for itself.
 */
import type { Connection } from './connection.ts';
import type { Db } from './db.ts';
import { openDatabase, type OpenOptions } from './open.ts';
import { indexedLine, insertSearchManySql, listsWords } from './search-sql.ts';
import {
  afterBulk,
  begin,
  bulkSettings,
  insertManySql,
  insertRowsSql,
  nextIdsSql,
  takesColumns,
  type BulkType,
} from './sql.ts';

type Columns = Readonly<Record<string, BulkType>>;
type Value = number | string | Uint8Array | null;

/** A table, and the columns that rows are given for, in this order. */
export interface BulkTable {
  name: string;
  columns: Columns;
  /** Whether a row that is there already stays as it is. */
  keepsExisting?: true;
}

const wordTable: BulkTable = { name: 'search_word', columns: { word: 'text' } };

export class Bulk {
  readonly #db: Db;
  readonly #statements = new Map<BulkTable, string>();
  /** All that were indexed so far, in an empty database. */
  readonly #words = new Set<string>();

  constructor(db: Db) {
    this.#db = db;
  }

  get read(): Db {
    return this.#db;
  }

  /** All or nothing. */
  async together(work: () => Promise<void>): Promise<void> {
    const { connection, dialect } = this.#db;
    await connection.run(begin(dialect), []);
    try {
      await work();
      await connection.run('COMMIT', []);
    } catch (error) {
      try {
        await connection.run('ROLLBACK', []);
      } catch {
        // SQLite has done it itself after some failures, and a lost connection of PostgreSQL has none left.
      }
      throw error;
    }
  }

  async insert(table: BulkTable, rows: readonly (readonly Value[])[]): Promise<void> {
    let statement = this.#statements.get(table);
    if (statement === undefined) {
      const insert = insertManySql(this.#db.dialect, table.name, table.columns);
      statement = table.keepsExisting ? `${insert} ON CONFLICT DO NOTHING` : insert;
      this.#statements.set(table, statement);
    }
    await this.#runMany(statement, rows);
  }

  /** Ids of messages, growing, and what `searchLine` made of them: the word index goes up to the last of them. */
  async insertSearch(rows: readonly (readonly [id: number, line: string])[]): Promise<void> {
    const { connection, dialect } = this.#db;
    await this.#runMany(
      insertSearchManySql(dialect),
      rows.map(([id, line]) => [id, indexedLine(dialect, line)]),
    );
    if (listsWords(dialect)) await this.insert(wordTable, this.#newWords(rows));
    const last = rows.at(-1);
    if (last)
      await connection.run(
        `INSERT INTO search_mark (id, message_id) VALUES (1, ${last[0]})
         ON CONFLICT (id) DO UPDATE SET message_id = excluded.message_id`,
        [],
      );
  }

  #newWords(rows: readonly (readonly [id: number, line: string])[]): [string][] {
    const before = this.#words.size;
    for (const [, line] of rows) for (const word of line.split(' ')) this.#words.add(word);
    return [...this.#words.values().drop(before)].map((word) => [word]);
  }

  async #runMany(statement: string, rows: readonly (readonly Value[])[]): Promise<void> {
    const { connection, dialect } = this.#db;
    const [first] = rows;
    if (!first) return;
    if (takesColumns(dialect))
      await connection.run(
        statement,
        first.map((_, i) => rows.map((row) => asSent(row[i]))),
      );
    else await runEach(connection, statement, rows);
  }
}

/** The driver knows bytes by this class only. */
const asSent = (value: Value | undefined): unknown =>
  value instanceof Uint8Array ? Buffer.from(value) : value;

/** IDs for rows that are inserted with them in the same transaction, growing. */
export async function takeIds(
  { connection, dialect }: Db,
  table: 'message' | 'attachment',
  count: number,
): Promise<number[]> {
  // Messages that the transaction sends later come after these.
  if (table === 'message') connection.gathering?.dropIds();
  const rows = await connection.query(nextIdsSql(dialect, table), takesColumns(dialect) ? [count] : []);
  if (takesColumns(dialect)) return rows.map(({ id }) => Number(id));
  const last = Number(rows[0]?.id ?? 0);
  return Array.from({ length: count }, (_, i) => last + 1 + i);
}

/** Rows in one call of the engine, which by itself takes as long as storing a short row. */
const rowsAtOnce = 32;

/** Stores rows by an `insertManySql` that takes values. Waits only for a driver that is asynchronous. */
export async function runEach(
  connection: Connection,
  statement: string,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const many = insertRowsSql(statement, rowsAtOnce);
  let at = 0;
  for (; at + rowsAtOnce <= rows.length; at += rowsAtOnce) {
    const running = connection.run(many, rows.slice(at, at + rowsAtOnce).flat());
    if (typeof running !== 'number') await running;
  }
  for (; at < rows.length; at++) {
    const running = connection.run(statement, rows[at] ?? []);
    if (typeof running !== 'number') await running;
  }
}

/**
 * @param tables Those whose ids were given instead of handed out.
 * @throws StartRefused while another process has the database open.
 */
export async function withBulk<T>(
  options: OpenOptions,
  tables: readonly string[],
  use: (bulk: Bulk) => Promise<T>,
): Promise<T> {
  const { writer, close } = await openDatabase(options);
  try {
    const { connection, dialect } = writer;
    for (const setting of bulkSettings(dialect)) await connection.query(setting, []);
    const result = await use(new Bulk(writer));
    for (const statement of afterBulk(dialect, tables)) await connection.query(statement, []);
    return result;
  } finally {
    await close();
  }
}

/**
 * Tables that every message adds rows to: on PostgreSQL the rows of a whole group of writes go into one statement per
 * table.
 */
import type { Row } from './connection.ts';
import { insertManySql, onConflictReplaceAll, type BulkType, type Dialect } from './sql.ts';

export type GatheredValue = number | string | null;

export interface GatheredTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, BulkType>>;
  /** A row takes the place of the one with the same values in these columns. */
  readonly key?: readonly string[];
}

/** What a connection that gathers rows can do besides. */
export interface Gathering {
  /** Stores the row before the commit, and before any statement that names the table. */
  add(table: GatheredTable, row: readonly GatheredValue[]): void;
  /** The row with this key, if it was added since rows were last stored. */
  find(table: GatheredTable, key: readonly GatheredValue[]): Record<string, GatheredValue> | undefined;
  /** Runs a `SELECT` that cannot fail by its values and does not depend on what was added. */
  peek(sql: string, parameters: readonly unknown[]): Promise<Row[]>;
  /** An id for a message, above all that were given out before. */
  nextMessageId(): Promise<number>;
  /** Ids for messages that were taken before are no longer given out. */
  dropIds(): void;
}

const statements = new Map<string, string>();

/** Adds a row on SQLite; on PostgreSQL all rows of some tables, whose parameters are their columns, one table after the other. */
export function addRowsSql(dialect: Dialect, ...tables: readonly GatheredTable[]): string {
  const key = [dialect, ...tables.map(({ name }) => name)].join(' ');
  let statement = statements.get(key);
  if (statement === undefined) statements.set(key, (statement = composeRowsSql(dialect, tables)));
  return statement;
}

function composeRowsSql(dialect: Dialect, tables: readonly GatheredTable[]): string {
  let parameters = 0;
  const inserts = tables.map(({ name, columns, key }) => {
    const insert = insertManySql(dialect, name, columns, parameters);
    parameters += Object.keys(columns).length;
    return key ? `${insert} ${onConflictReplaceAll(key, Object.keys(columns))}` : insert;
  });
  const last = inserts.pop() ?? '';
  const before = inserts.map((insert, at) => `added_${at} AS (${insert})`);
  return before.length > 0 ? `WITH ${before.join(', ')} ${last}` : last;
}

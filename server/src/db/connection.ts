/**
 * One open connection, the same on both engines: plain SQL in, rows out. Kysely is laid over it for the queries of
 * features; prepared statements and the writer use it directly.
 */
import type { Gathering } from './gathered-table.ts';
import type { Dialect } from './sql.ts';

export type Row = Record<string, unknown>;

/** Turns an error that concerns the storage below into a `StorageFault`, and reports it; returns others as they are. */
export type Translate = (error: unknown) => unknown;

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

export interface Connection {
  readonly dialect: Dialect;
  query(sql: string, parameters: readonly unknown[]): Row[] | Promise<Row[]>;
  /** Runs a statement whose rows do not matter; returns how many rows changed. */
  run(sql: string, parameters: readonly unknown[]): number | Promise<number>;
  close(): void | Promise<void>;
  /** Present if the connection stores some rows later and together; others store each at once. */
  readonly gathering?: Gathering;
}

/**
 * One open connection, the same on both engines: plain SQL in, rows out. Kysely is laid over it for the queries of
 * features; prepared statements and the writer use it directly.
 */
import type { Dialect } from './sql.ts';

export type Row = Record<string, unknown>;

export interface Connection {
  readonly dialect: Dialect;
  query(sql: string, parameters: readonly unknown[]): Row[] | Promise<Row[]>;
  /** For statements whose rows do not matter; returns how many rows changed. */
  run(sql: string, parameters: readonly unknown[]): number | Promise<number>;
  close(): void | Promise<void>;
}

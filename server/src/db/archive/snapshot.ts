/** One consistent cut of a database, read while others write. */
import type { Row } from '../connection.ts';
import type { StoredCheck } from '../row-sums/check-rows.ts';
import type { Dialect } from '../sql.ts';
import type { SelectedTable } from './catalog.ts';

export type SnapshotRow = (number | string | Uint8Array | null)[];

export interface Snapshot {
  readonly dialect: Dialect;
  query(sql: string): Promise<Row[]>;
  /** The rows in the order of the key, some at a time. */
  rows(table: SelectedTable): AsyncIterable<SnapshotRow[]>;
  /** Compares what is stored with its hashes, as far as the database has some. */
  checkStored(): Promise<StoredCheck>;
  close(): Promise<void>;
}

/** @throws what the engine throws when there is no such database. */
export async function openSnapshot(dataDir: string, databaseUrl: string | undefined): Promise<Snapshot> {
  if (databaseUrl === undefined) {
    const { openSqliteSnapshot } = await import('../sqlite/sqlite-snapshot.ts');
    return openSqliteSnapshot(dataDir);
  }
  const { openPostgresSnapshot } = await import('../postgres/postgres-snapshot.ts');
  return openPostgresSnapshot(databaseUrl);
}

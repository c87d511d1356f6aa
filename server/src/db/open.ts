/** Opens the database, migrates its schema, and returns its reader and its writer. */
import { mkdirSync } from 'node:fs';
import type { FaultKind, StorageFault } from '../lib/storage/faults.ts';
import type { Connection } from './connection.ts';
import type { Db } from './db.ts';
import type { Damage } from './row-sums/check-rows.ts';
import type { MigrateOptions } from './migrate.ts';
import type { Migration } from './migrations/index.ts';
import { openEmbedded } from './sqlite/embedded.ts';

export interface Opened {
  writer: Db;
  reader: Db;
  /** By which processes that share the database agree who does what, beside all reading and writing; used and closed by one of them. */
  control?: Connection;
  /** Damage found before this start that is still there: the database can be read but must not be written. */
  damage?: StorageFault | undefined;
  /**
   * Called after a fault, while nothing is written: opens again what failed, and checks it.
   * @throws StorageFault, and other errors, while it is not well.
   */
  recover(kind: FaultKind, signal: AbortSignal): Promise<void>;
  /**
   * Reads all that is stored. @returns rows that differ from their hashes
   * @throws StorageFault for damage of what holds the rows; other errors when it could not be found out.
   */
  verify(): Promise<readonly Damage[]>;
  /** Gives back memory that makes queries faster, when there are none. */
  shrink?: () => void;
  close(): Promise<void>;
}

export interface OpenOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Called with each fault, before the request that met it is refused. */
  report?: (fault: StorageFault) => void;
  /** Called when reads begin to fail because PostgreSQL begins no session, with the fault, and without one when they succeed again. */
  reportReads?: ((fault?: StorageFault) => void) | undefined;
  /** Inspects the database before its schema is changed. @throws StartRefused if it must not be used */
  inspect?: ((db: Db) => Promise<void>) | undefined;
  /** Whether other nodes may write to the same PostgreSQL. */
  isShared?: boolean | undefined;
  /** Whether all nodes must be stopped for this, which the refusal then says. */
  isAlone?: boolean | undefined;
  /** The migrations to run; all by default. */
  list?: readonly Migration[] | undefined;
  /** What is done to the schema or waited for, for the log. */
  announce?: ((text: string) => void) | undefined;
  watch?: MigrateOptions['watch'];
}

export async function openDatabase({
  dataDir,
  databaseUrl,
  report = () => undefined,
  inspect = () => Promise.resolve(),
  ...schema
}: OpenOptions): Promise<Opened> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (databaseUrl === undefined) return openEmbedded(dataDir, report, inspect, schema);
  const { openPostgres } = await import('./postgres/postgres.ts');
  return openPostgres(databaseUrl, report, inspect, schema);
}

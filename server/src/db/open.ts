/** Opens the database, brings its schema up to date, and gives the two ways in: `read` and `write`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Connection } from './connection.ts';
import { copyBeforeMigration } from './copy.ts';
import { Db } from './db.ts';
import { migrate } from './migrate.ts';
import { StartRefused } from './refused.ts';
import { openSqlite } from './sqlite.ts';

export interface Opened {
  writer: Db;
  reader: Db;
  close(): Promise<void>;
}

export interface OpenOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** The connection that writes was lost. */
  onLost?: (error: Error) => void;
}

export async function openDatabase({ dataDir, databaseUrl, onLost }: OpenOptions): Promise<Opened> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (databaseUrl === undefined) return openEmbedded(dataDir);
  const { openPostgres } = await import('./postgres.ts');
  const server = await openPostgres(databaseUrl, onLost ?? (() => undefined));
  const writer = new Db(server.writer);
  await migrate(writer);
  return opened(writer, new Db(server.reader), [server.writer, server.reader]);
}

async function openEmbedded(dataDir: string): Promise<Opened> {
  const lock = lockFolder(dataDir);
  try {
    const file = openSqlite(dataDir);
    const writer = new Db(file.writer);
    await migrate(writer, { beforeChange: () => copyBeforeMigration(dataDir, file.writer) });
    return opened(writer, new Db(file.reader), [file.reader, file.writer, { close: () => lock.close() }]);
  } catch (error) {
    lock.close();
    throw error;
  }
}

function opened(writer: Db, reader: Db, closing: Pick<Connection, 'close'>[]): Opened {
  return {
    writer,
    reader,
    async close() {
      for (const one of closing) await one.close();
    },
  };
}

/** Held until the process ends, however it ends: SQLite's own lock on a file that holds nothing else. */
function lockFolder(dataDir: string): DatabaseSync {
  const lock = new DatabaseSync(join(dataDir, 'heddle.lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = delete; BEGIN EXCLUSIVE');
    return lock;
  } catch {
    lock.close();
    throw new StartRefused(`Another process is using the data folder ${dataDir}.`);
  }
}

/** Opens the storage: the database first, since its lock guarantees that no other process uses the rest. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../../lib/config/config.ts';
import { noteDamage } from '../../db/sqlite/damage-note.ts';
import { openDatabase, type OpenOptions, type Opened } from '../../db/open.ts';
import { openFiles, type Files } from '../../lib/files/open.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import { errorMessage } from '../../lib/thrown.ts';
import { StorageHealth, type StorageSubject } from '../../lib/storage/health.ts';

export interface Storage {
  health: Record<StorageSubject, StorageHealth>;
  database: Opened;
  files: Files;
}

export type OpenDatabase = typeof openDatabase;

interface StorageOptions extends Pick<OpenOptions, 'inspect' | 'list' | 'watch'> {
  open?: OpenDatabase | undefined;
}

/**
 * @param waits Waits for a database that is not reachable, instead of failing.
 */
export async function openStorage(
  config: Config,
  log: Logger,
  waits: boolean,
  { inspect, list, watch, open = openDatabase }: StorageOptions = {},
): Promise<Storage> {
  const { data: dataDir, databaseUrl } = config;
  const health = { database: new StorageHealth('database', log), files: new StorageHealth('files', log) };
  const report = (fault: StorageFault) => {
    if (isOpen) health.database.report(fault);
  };
  let isOpen = false;
  const options = {
    dataDir,
    databaseUrl,
    report,
    inspect,
    list,
    isShared: allowsSeveralNodes(config),
    announce: (text: string) => log.info(text),
    reportReads: (fault?: StorageFault) => logReads(log, fault),
    watch,
  };
  const database = await (waits ? openWithRetries(() => open(options), log) : open(options));
  isOpen = true;
  if (databaseUrl === undefined) watchForDamage(health.database, dataDir);
  if (database.damage) health.database.report(database.damage);
  try {
    const files = openFiles(config, health.files);
    await files.incoming.sweep();
    return { health, database, files };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Whether other nodes could serve this node's data: both the database and the files are shared. */
export const allowsSeveralNodes = ({ databaseUrl, s3Bucket, filesDir, filesShared }: Config): boolean =>
  databaseUrl !== undefined && (s3Bucket !== undefined || (filesDir !== undefined && filesShared === 'on'));

/** Records damage, so that the next start does not treat the database as intact. */
function watchForDamage(health: StorageHealth, dataDir: string): void {
  health.onChange(() => {
    if (health.fault?.kind === 'damaged') noteDamage(dataDir, health.fault);
  });
}

function logReads(log: Logger, fault?: StorageFault): void {
  if (!fault) log.info('the database is read again');
  else {
    const error = fault.cause instanceof Error ? errorMessage(fault.cause) : undefined;
    log.error({ error, remedy: fault.remedy }, 'PostgreSQL begins no session for reading; reads are refused');
  }
}

const pauseMs = 500;

/** Retries without limit: the operator can end the process. */
async function openWithRetries(open: () => Promise<Opened>, log: Logger): Promise<Opened> {
  for (let attempt = 0; ; attempt++) {
    try {
      const opened = await open();
      if (attempt > 0) log.info('connected to the database');
      return opened;
    } catch (error) {
      if (!(error instanceof StorageFault) || error.kind !== 'unreachable') throw error;
      const { cause, remedy } = error;
      const text = cause instanceof Error ? cause.message || cause.name : undefined;
      if (attempt === 0) log.warn({ error: text, remedy }, 'the database is unreachable; waiting for it');
      await sleep(pauseMs);
    }
  }
}

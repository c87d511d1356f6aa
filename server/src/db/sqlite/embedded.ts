/** The SQLite file of a data folder: opened under a lock, recovered after a failure, and verified. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { probeFolder } from '../../lib/storage/probe.ts';
import type { StorageFault } from '../../lib/storage/faults.ts';
import { damageLeft } from './damage-note.ts';
import { Db } from '../db.ts';
import { noteChanges } from '../row-sums/triggers.ts';
import { migrate, type MigrateOptions } from '../migrate.ts';
import type { Opened } from '../open.ts';
import { StartRefused, withoutStop } from '../../lib/start-refused.ts';
import { sqliteFault } from './sqlite-faults.ts';
import { refuseReplaced } from './mend.ts';
import { openSqlite, proveCommit, type SqliteFile, type Translators, flushPath } from './sqlite.ts';
import { verifyFile } from './verify.ts';
import { makeFault } from './watched-files.ts';
import { renameSync, rmSync } from 'node:fs';
import type { Connection } from '../connection.ts';
import { errorMessage } from '../../lib/thrown.ts';

/** A verification in the background uses a fifth of a disk's time. */
const restFactor = 4;

/** How often is looked whether the files of an idle database are still there. */
const watchMs = 1000;

/** The look at the log is a query: a disk on which it fails is reported as such, and must not end the process. */
function reportLoss({ files }: SqliteFile, report: (fault: StorageFault) => void): void {
  try {
    const loss = files.getLoss();
    if (loss) report(makeFault(loss));
  } catch {
    // Reported by the query.
  }
}

export async function openEmbedded(
  dataDir: string,
  report: (fault: StorageFault) => void,
  inspect: (db: Db) => Promise<void>,
  migrating: Pick<MigrateOptions, 'list' | 'watch'>,
): Promise<Opened> {
  const lock = lockFolder(dataDir);
  const handles: { close(): void }[] = [lock];
  const closeAll = () => {
    for (const handle of handles) handle.close();
  };
  try {
    const file = openSqlite(dataDir, translators(report));
    handles.unshift(file);
    const writer = new Db(file.writer);
    await inspect(writer);
    const damage = await damageLeft(dataDir, file.path);
    await migrate(writer, {
      ...migrating,
      async beforeChange() {
        if (damage) throw new StartRefused(`${damage.message} ${damage.remedy}`);
        await copyBeforeMigration(dataDir, file.writer);
      },
    });
    if (!damage) noteChanges(file.writer);
    file.files.note();
    const watch = setInterval(() => reportLoss(file, report), watchMs).unref();
    let round = new AbortController();
    return {
      damage,
      writer,
      reader: new Db(file.reader),
      async recover(_kind, signal) {
        // Its snapshot would keep the log from being emptied.
        round.abort();
        refuseReplaced(file);
        await probeFolder(dataDir);
        file.reopen();
        await verifyFile({ path: file.path, restFactor: 0, checksRows: false }, signal);
        proveCommit(file.writer);
      },
      verify() {
        round.abort();
        round = new AbortController();
        return verifyFile({ path: file.path, restFactor, checksRows: true }, round.signal);
      },
      shrink: () => file.shrink(),
      close() {
        clearInterval(watch);
        round.abort();
        closeAll();
        return Promise.resolve();
      },
    };
  } catch (error) {
    closeAll();
    throw sqliteFault(error, { mayWrite: true }) ?? error;
  }
}

function translators(report: (fault: StorageFault) => void): Translators {
  const translate = (mayWrite: boolean) => (error: unknown) => {
    const fault = sqliteFault(error, { mayWrite });
    if (fault) report(fault);
    return fault ?? error;
  };
  return { writer: translate(true), reader: translate(false) };
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

// The copy of the embedded database from before a migration, for going back to the former version.

export const copyName = 'heddle.db.before-migration';

/**
 * Replaces the copy of the migration before. Nobody else may have the database open for writing.
 * @throws StartRefused when it cannot be made, with nothing changed.
 */
export async function copyBeforeMigration(dataDir: string, writer: Connection): Promise<void> {
  const copy = join(dataDir, copyName);
  const unfinished = `${copy}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    // By SQLite itself: to close the file in this process, as a copy of it does, drops the locks of its connections.
    await writer.query('VACUUM INTO ?', [unfinished]);
    flushPath(unfinished);
    renameSync(unfinished, copy);
    flushPath(dataDir);
  } catch (error) {
    rmSync(unfinished, { force: true });
    const reason = withoutStop(errorMessage(error));
    throw new StartRefused(
      `Cannot copy the database to ${copy} before migrating it: ${reason}. Free enough disk space for a copy and start again.`,
    );
  }
}

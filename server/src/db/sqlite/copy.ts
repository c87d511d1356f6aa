/** The copy of the embedded database from before a migration, for going back to the former version. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../connection.ts';
import { StartRefused, withoutStop } from '../../lib/start-refused.ts';
import { flushPath } from './sqlite.ts';
import { errorMessage } from '../../lib/thrown.ts';

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

/** Brings the embedded database back to its place when its files were deleted or replaced under the running server. */
import { existsSync, linkSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { emptyLog, flushPath, type SqliteFile } from './sqlite.ts';
import { makeFault } from './watched-files.ts';

/**
 * Afterwards the files can be opened by their names, with all that was committed; the connections may be closed.
 * @throws StorageFault if another database is in the place of this one, which only the operator can decide about
 */
export function mend({
  path,
  writer,
  reader,
  files,
}: Pick<SqliteFile, 'path' | 'writer' | 'reader' | 'files'>): void {
  const loss = files.getLoss();
  if (!loss) return;
  if (loss === 'database') {
    files.rescued ??= rescue(path, writer);
    refuseReplaced({ path, files });
  } else if (loss === 'cut' && lacksPages(reader)) throw makeFault(loss, 'damaged');
  // Only this process still has the log: from here on the database itself has its pages.
  else emptyLog(writer);
  // Otherwise new connections would share what is known of the log with the former ones.
  reader.close();
  writer.close();
  if (files.rescued !== undefined) putBack(path, files.rescued);
}

/** Whether pages were in the log alone. */
function lacksPages(reader: SqliteFile['reader']): boolean {
  const [row] = reader.query('PRAGMA wal_checkpoint(NOOP)', []);
  return row?.log !== row?.checkpointed;
}

/** @throws StorageFault if all that can be done for the operator was done */
export function refuseReplaced({ path, files }: Pick<SqliteFile, 'path' | 'files'>): void {
  if (files.rescued !== undefined && files.getLoss() === 'database' && existsSync(path))
    throw makeFault('database');
}

/** A handle reads its file even if that has no name any more. @returns the copy, which takes the place of no other file */
function rescue(path: string, writer: SqliteFile['writer']): string {
  const unfinished = `${path}.rescued.unfinished`;
  rmSync(unfinished, { force: true });
  writer.query('VACUUM INTO ?', [unfinished]);
  flushPath(unfinished);
  let copy = `${path}.rescued`;
  for (let n = 2; existsSync(copy); n++) copy = `${path}.rescued.${n}`;
  renameSync(unfinished, copy);
  flushPath(dirname(path));
  return copy;
}

/** Replaces nothing: who has put another file there meanwhile keeps it. */
function putBack(path: string, copy: string): void {
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
  linkSync(copy, path);
  unlinkSync(copy);
  flushPath(dirname(path));
}

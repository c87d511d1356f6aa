/** Maps errors of SQLite to faults of the storage. */
import { StorageFault, type FaultKind } from '../../lib/storage/faults.ts';
import { errorCode } from '../../lib/thrown.ts';

/** By the primary result code (sqlite.org/rescode.html). */
const kinds: Readonly<Record<number, FaultKind>> = {
  5: 'busy',
  6: 'busy',
  8: 'read_only',
  10: 'io_error',
  11: 'damaged',
  13: 'disk_full',
  14: 'io_error',
  26: 'damaged',
};
const readOnly = 8;

interface SqliteError extends Error {
  errcode: number;
}

const isSqliteError = (error: unknown): error is SqliteError => errorCode(error) === 'ERR_SQLITE_ERROR';

/** Whether something was read that is not what was stored: a page, or a number beyond those that are stored. */
export const isSqliteDamage = (error: unknown): boolean =>
  sqliteFault(error, { mayWrite: false })?.kind === 'damaged' || errorCode(error) === 'ERR_OUT_OF_RANGE';

/** @param mayWrite On a connection that only reads, a refused write is a defect of ours and says nothing of the disk. */
export function sqliteFault(error: unknown, { mayWrite }: { mayWrite: boolean }): StorageFault | undefined {
  if (error instanceof StorageFault) return error;
  if (!isSqliteError(error)) return undefined;
  const code = error.errcode & 0xff;
  const kind = code === readOnly && !mayWrite ? undefined : kinds[code];
  return kind && new StorageFault(kind, error);
}

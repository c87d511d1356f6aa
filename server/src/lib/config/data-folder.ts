/** Checks the data folder before anything in it is opened, so that a problem is reported in one line. */
import { accessSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '../start-refused.ts';
import { errorCode, errorMessage } from '../thrown.ts';

const { R_OK, W_OK, X_OK } = constants;
/** Files that the server writes: often created by another user who started the server once. */
const written = /^(?:heddle\.(?:db|db-wal|db-shm|db\.damaged|lock)|uploads|outbox)$/;

/** Creates the folder if necessary. @throws StartRefused if it is not writable. */
export function prepareDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw refusalFor(path, path, error);
  }
  refuseUnwritable(path);
}

/** @throws StartRefused if the folder, or a file that the server writes there, is not writable */
export function refuseUnwritable(path: string): void {
  let at = path;
  try {
    accessSync(path, R_OK | W_OK | X_OK);
    for (const name of readdirSync(path).filter((one) => written.test(one)))
      accessSync((at = join(path, name)), R_OK | W_OK);
  } catch (error) {
    throw refusalFor(path, at, error);
  }
}

function refusalFor(folder: string, at: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new StartRefused(`${folder} is not a folder. Choose another one with --data.`);
  if (code === 'EROFS')
    return new StartRefused(
      `${at} is on a file system that is mounted read-only. Remount it writable, or choose another folder with --data.`,
    );
  if (code !== 'EACCES' && code !== 'EPERM') return error;
  const me = process.getuid?.() ?? 'this user';
  return new StartRefused(
    `No permission to write ${at}${describe(at)}; this process runs as user ${me}. ` +
      `Run it as the owner, or change the owner of the data folder: sudo chown -R ${me} '${folder}'`,
  );
}

/** Why a file with settings cannot be read, and whom it belongs to where that is the reason. */
export function describeUnreadable(error: unknown, path: string): string {
  if (errorCode(error) !== 'EACCES') return errorMessage(error);
  const me = process.getuid?.() ?? 'this user';
  return `no permission for user ${me} to read ${path}${describe(path)}; run this as the user of the server, who must be able to read it`;
}

function describe(path: string): string {
  try {
    const { uid, mode } = statSync(path);
    return ` (of user ${uid}, mode ${(mode & 0o777).toString(8)})`;
  } catch {
    return '';
  }
}

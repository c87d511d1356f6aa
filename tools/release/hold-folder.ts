/** Keeps two builds from using the same folder at once. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @returns lets go of it. @throws Error that names the process that holds the folder */
export function holdFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const lock = path.join(folder, 'lock');
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number(readFileSync(lock, 'utf8'));
    if (isAlive(holder))
      throw new Error(`${folder} is in use by process ${String(holder)}.`, { cause: error });
    // Left behind by one that was killed. Of two that find it, one fails here and is told.
    rmSync(lock);
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  }
  return () => rmSync(lock, { force: true });
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// Whether packages are installed. Runs at every start.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Where the marker lies that says: this folder has the packages of this lock file ('all', or without the development ones). */
export function stampPath(folder, set) {
  return path.join(folder, 'node_modules', `.heddle-${set}.lock`);
}

/** Whether the packages named in the folder's lock file are there. The marker is a copy of that file: no hashing, no clocks. */
export function isInstalled(folder, set) {
  const lock = read(path.join(folder, 'package-lock.json'));
  if (!lock) return existsSync(path.join(folder, 'node_modules'));
  const sets = set === 'production' ? ['all', 'production'] : ['all'];
  return sets.some((each) => read(stampPath(folder, each))?.equals(lock));
}

/** @returns the content, if there is such a file */
export function read(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

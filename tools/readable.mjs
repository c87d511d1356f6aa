// Makes build output readable for all users: the server may run as another user than the one who installed it.
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from './sources.mjs';

/** Whatever the umask was. */
export function makeReadable(folder) {
  const files = listFiles(folder);
  for (const file of files) chmodSync(file, 0o644);
  const folders = new Set([folder, ...files.map((file) => path.dirname(file))]);
  for (const one of folders) {
    for (let at = one; at.startsWith(folder); at = path.dirname(at)) chmodSync(at, 0o755);
  }
}

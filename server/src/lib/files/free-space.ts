/** The free space of disks. */
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { valueAt } from '../json.ts';

const mebibyte = 1024 * 1024;

/** Space that an import leaves free: for new messages, or for the end of the import itself. */
export const spareBytes = { live: 512 * mebibyte, alone: 64 * mebibyte };

/** In bytes; also for a folder that does not exist yet. */
export async function freeIn(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = dirname(folder);
    if (valueAt(error, 'code') !== 'ENOENT' || parent === folder) throw error;
    return freeIn(parent);
  }
}

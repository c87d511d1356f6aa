/** Checks whether a folder accepts new files by writing one. */
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFault } from './faults.ts';

/** If there is less space, the next writes would fail again. */
const probeBytes = 4 * 1024 * 1024;
const probeName = 'storage-probe';

/** @throws StorageFault when the folder cannot take a few megabytes durably. */
export async function probeFolder(folder: string): Promise<void> {
  const path = join(folder, probeName);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(new Uint8Array(probeBytes));
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw fileFault(error) ?? error;
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

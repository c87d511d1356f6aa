/** Files that survive a loss of power: on disk before their name is, and their name before anyone gets a response. */
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Moves a file to a place where it stays. The folders on the way are made. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await flush(from);
  const folder = dirname(resolve(to));
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(from, to);
  const last = firstMade === undefined ? folder : dirname(firstMade);
  for (let each = folder; ; each = dirname(each)) {
    await flush(each);
    if (each === last || each === dirname(each)) return;
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } catch (error) {
    // Folders cannot be flushed on every system.
    if (process.platform !== 'win32') throw error;
  } finally {
    await file.close();
  }
}

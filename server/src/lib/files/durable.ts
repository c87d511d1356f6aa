/** Durable file operations: the content is flushed before the file gets its name, and the name before a response is sent. */
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Moves a file to its permanent place; creates missing folders. */
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
    // Not all systems can flush folders.
    if (process.platform !== 'win32') throw error;
  } finally {
    await file.close();
  }
}

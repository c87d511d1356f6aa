/** Writes an archive to a file, which gets its name only once it is complete, or to standard output. */
import { once } from 'node:events';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { flushPath } from '../../db/sqlite/sqlite.ts';
import type { Sink } from '../../lib/archive/writer.ts';

/** @param path `-` for standard output. */
export async function writeTo<T>(path: string, work: (sink: Sink) => Promise<T>): Promise<T> {
  return path === '-' ? work(toStandardOutput) : toFile(resolve(path), work);
}

async function toStandardOutput(chunk: Buffer): Promise<void> {
  if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
}

async function toFile<T>(path: string, work: (sink: Sink) => Promise<T>): Promise<T> {
  const partial = `${path}.partial`;
  // Left by an earlier run that was killed.
  await rm(partial, { force: true });
  const file = await open(partial, 'wx', 0o600);
  try {
    const result = await work(async (chunk) => {
      let written = 0;
      while (written < chunk.length) written += (await file.write(chunk, written)).bytesWritten;
    });
    await file.sync();
    await file.close();
    await rename(partial, path);
    flushPath(dirname(path));
    return result;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  }
}

/** Writes an archive to a file, which gets its name only once it is complete, or to standard output. */
import { once } from 'node:events';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { flushPath } from '../../db/sqlite/sqlite.ts';
import { magic } from '../../lib/archive/frames.ts';
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
  await removeAbandoned(dirname(path));
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

/** A backup writes all the time, so one that has not for this long was killed. */
const abandonedMs = 3_600_000;

/**
 * What runs that were killed have left beside, whose names the next ones do not use again. What another user has left, or
 * another run deletes at the same time, keeps no backup from being made.
 */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const remove = async () => {
      if (await isAbandoned(path)) await rm(path, { force: true });
    };
    if (name.endsWith('.heddle.partial')) await remove().catch(() => undefined);
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
  if (mtimeMs > Date.now() - abandonedMs) return false;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return buffer.subarray(0, bytesRead).equals(magic.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** Stores files in a folder under their keys. */
import { open, rm, rmdir, stat, mkdir, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { unguarded, type StorageGuard } from '../storage/guard.ts';
import { FileGoneError, type ByteRange, type FileStore, type LocalFile } from './store.ts';
import { errorCode } from '../thrown.ts';

export class DiskStore implements FileStore {
  readonly #root: string;
  readonly #guard: StorageGuard;

  constructor(root: string, guard: StorageGuard = unguarded) {
    this.#root = root;
    this.#guard = guard;
  }

  put(key: string, file: LocalFile): Promise<void> {
    return this.#guard(() => moveDurably(file.path, this.#getPath(key)));
  }

  localPath(key: string): string {
    return this.#getPath(key);
  }

  async getSize(key: string): Promise<number> {
    return (await stat(this.#getPath(key)).catch(goneIfMissing(key))).size;
  }

  async read(key: string, { first, last }: ByteRange): Promise<Readable> {
    const file = await open(this.#getPath(key), 'r').catch(goneIfMissing(key));
    return file.createReadStream({ start: first, end: last });
  }

  async remove(key: string): Promise<void> {
    const path = this.#getPath(key);
    await rm(path, { force: true });
    // The folder belonged to this file only; rmdir fails if it is not empty.
    await rmdir(dirname(path)).catch(() => undefined);
  }

  /** Keys are never chosen by users; this check is the last line of defence. */
  #getPath(key: string): string {
    if (key.split('/').some((part) => part === '' || part === '.' || part === '..') || /[\0\\]/.test(key))
      throw new Error(`${JSON.stringify(key)} is no key.`);
    return join(this.#root, key);
  }
}

const goneIfMissing =
  (key: string) =>
  (error: unknown): never => {
    throw isMissing(error) ? new FileGoneError(`There is no file ${key}.`) : error;
  };

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');

// Durable file operations: the content is flushed before the file gets its name, and the name before a response is sent.

/** Moves a file to its permanent place; creates missing folders. */
async function moveDurably(from: string, to: string): Promise<void> {
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

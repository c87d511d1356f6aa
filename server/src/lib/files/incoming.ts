/** The folder for incoming files, under generated names until a store takes them or the request ends. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { unguarded, type StorageGuard } from '../storage/guard.ts';
import type { LocalFile } from './store.ts';

/** Prefix of folders for temporary files of imports. */
export const scratchPrefix = 'import-';

export class Incoming {
  readonly folder: string;
  readonly #guard: StorageGuard;

  constructor(folder: string, guard: StorageGuard = unguarded) {
    this.folder = folder;
    this.#guard = guard;
  }

  /**
   * Writes a stream to a new file.
   * @returns `undefined`, keeping nothing, if it exceeds the allowed size.
   * @throws StorageFault if the disk fails, and when the stream fails or `signal` aborts; nothing is kept then.
   */
  async receive(stream: Readable, mostBytes: number, signal?: AbortSignal): Promise<LocalFile | undefined> {
    try {
      return await this.#guard(() => this.#receive(stream, mostBytes, signal));
    } catch (error) {
      // It may not have been read at all, and what writes to it would wait.
      stream.destroy();
      throw error;
    }
  }

  async #receive(
    stream: Readable,
    mostBytes: number,
    signal: AbortSignal | undefined,
  ): Promise<LocalFile | undefined> {
    const path = await this.newPath();
    const md5 = createHash('md5');
    let size = 0;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        // A stream that is too large is read to its end, so that the client gets the error.
        if (size > mostBytes) {
          done();
          return;
        }
        md5.update(chunk);
        done(null, chunk);
      },
    });
    try {
      await pipeline(stream, count, createWriteStream(path, { flags: 'wx', mode: 0o600 }), {
        ...(signal && { signal }),
      });
    } catch (error) {
      await this.discard(path);
      throw error;
    }
    if (size <= mostBytes) return { path, size, md5: md5.digest('base64') };
    await this.discard(path);
    return undefined;
  }

  async newPath(): Promise<string> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return join(this.folder, randomUUID());
  }

  /** The file may already have been taken, which is no error. */
  discard(path: string): Promise<void> {
    return rm(path, { force: true });
  }

  /**
   * Removes files that a crash or a failed removal has left: at start all files and scratch folders; later those that are too old
   * to be part of a request.
   */
  async sweep(olderThanMs = 0): Promise<void> {
    const before = Date.now() - olderThanMs;
    for (const entry of await readdir(this.folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(this.folder, entry.name);
      if (entry.isDirectory()) {
        const isLeft = olderThanMs === 0 && entry.name.startsWith(scratchPrefix);
        if (isLeft) await rm(path, { recursive: true, force: true });
        continue;
      }
      const modified = olderThanMs === 0 ? 0 : ((await stat(path).catch(() => undefined))?.mtimeMs ?? before);
      if (modified < before) await this.discard(path);
    }
  }
}

/** Files that are uploaded in several parts: data is only appended to what is known to be durable. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StorageFault } from '../storage/faults.ts';
import { unguarded, type StorageGuard } from '../storage/guard.ts';
import { FileGoneError, type LocalFile } from './store.ts';
import { errorCode } from '../thrown.ts';

const isId = /^[\w-]+$/;

/** An object that contains part of a file. */
export interface Part {
  key: string;
  size: number;
}

export interface GrowingFile {
  /** The parts to be stored with the number of bytes; empty if the file is a single one. */
  readonly parts: readonly Part[];
  append(chunk: Uint8Array): Promise<void>;
  /** @returns the number of durable bytes. */
  flush(): Promise<number>;
  close(): Promise<void>;
}

export interface UnfinishedFiles {
  /**
   * Opens a file after this number of bytes; data that a crash has left after them is truncated.
   * @throws FileGoneError if the file is shorter.
   */
  continue(id: string, received: number, parts: readonly Part[]): Promise<GrowingFile>;
  /** The complete file for a store. @throws FileGoneError unless it has this size. */
  whole(id: string, size: number, parts: readonly Part[]): Promise<LocalFile>;
  remove(id: string): Promise<void>;
  /** IDs of all unfinished files. */
  list(): Promise<string[]>;
}

export class Unfinished implements UnfinishedFiles {
  readonly #folder: string;
  readonly #guard: StorageGuard;

  constructor(folder: string, guard: StorageGuard = unguarded) {
    this.#folder = folder;
    this.#guard = guard;
  }

  continue(id: string, received: number): Promise<GrowingFile> {
    return this.#guard(() => this.#continue(id, received));
  }

  async #continue(id: string, received: number): Promise<GrowingFile> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const handle = await open(this.#getPath(id), received === 0 ? 'w' : 'r+', 0o600).catch(gone);
    try {
      if ((await handle.stat()).size < received) throw new FileGoneError(`The file ${id} has lost its end.`);
      await handle.truncate(received);
      return new FileOnDisk(handle, received, this.#guard);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async whole(id: string, size: number): Promise<LocalFile> {
    const path = this.#getPath(id);
    const stats = await stat(path).catch(gone);
    if (stats.size !== size) throw new FileGoneError(`The file ${id} is not complete.`);
    const md5 = createHash('md5');
    await pipeline(createReadStream(path), md5);
    return { path, size, md5: md5.digest('base64') };
  }

  remove(id: string): Promise<void> {
    return rm(this.#getPath(id), { force: true });
  }

  async list(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => isId.test(name));
  }

  #getPath(id: string): string {
    if (!isId.test(id)) throw new Error(`${JSON.stringify(id)} names no file.`);
    return join(this.#folder, id);
  }
}

function gone(error: unknown): never {
  if (errorCode(error) !== 'ENOENT') throw error;
  throw new FileGoneError('The file is not there.');
}

class FileOnDisk implements GrowingFile {
  readonly parts = [];
  readonly #handle: FileHandle;
  readonly #guard: StorageGuard;
  #written: number;
  #hasFailed = false;

  constructor(handle: FileHandle, written: number, guard: StorageGuard) {
    this.#handle = handle;
    this.#written = written;
    this.#guard = guard;
  }

  append(chunk: Uint8Array): Promise<void> {
    return this.#guard(() => this.#append(chunk));
  }

  async #append(chunk: Uint8Array): Promise<void> {
    for (let done = 0; done < chunk.length;) {
      const { bytesWritten } = await this.#handle.write(chunk, done, chunk.length - done, this.#written);
      done += bytesWritten;
      this.#written += bytesWritten;
    }
  }

  /**
   * @returns the number of durable bytes.
   * @throws StorageFault, after which the handle is unusable: a repeated flush may falsely succeed.
   */
  async flush(): Promise<number> {
    const written = this.#written;
    if (this.#hasFailed) throw new StorageFault('io_error');
    try {
      await this.#guard(() => this.#handle.sync());
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
    return written;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

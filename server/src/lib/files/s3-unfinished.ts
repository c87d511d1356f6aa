/**
 * Multi-part uploads, of which each part may arrive at another node: each is stored as an object of its own in the bucket, and
 * the row of the upload lists the valid ones. Parts of S3's own multipart uploads would have to be at least 5 MiB.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { unguarded, type StorageGuard } from '../storage/guard.ts';
import type { Incoming } from './incoming.ts';
import { listKeys, type S3Access } from './s3-access.ts';
import { FileGoneError, type FileStore, type LocalFile } from './store.ts';
import type { GrowingFile, Part, UnfinishedFiles } from './unfinished.ts';

const folder = 'unfinished';

export class S3Unfinished implements UnfinishedFiles {
  readonly #access: S3Access;
  readonly #store: FileStore;
  readonly #incoming: Incoming;
  readonly #guard: StorageGuard;

  /** @param incoming For parts on their way to the bucket, and for complete files on their way to the store. */
  constructor(access: S3Access, store: FileStore, incoming: Incoming, guard: StorageGuard = unguarded) {
    this.#access = access;
    this.#store = store;
    this.#incoming = incoming;
    this.#guard = guard;
  }

  continue(id: string, received: number, parts: readonly Part[]): Promise<GrowingFile> {
    refuseOtherSize(id, received, parts);
    const places = { store: this.#store, incoming: this.#incoming, guard: this.#guard };
    return Promise.resolve(new GrowingParts(id, parts, places));
  }

  async whole(id: string, size: number, parts: readonly Part[]): Promise<LocalFile> {
    refuseOtherSize(id, size, parts);
    const path = await this.#incoming.newPath();
    const md5 = createHash('md5');
    const read = this.#read(parts, (chunk) => md5.update(chunk));
    try {
      await this.#guard(() => pipeline(read, createWriteStream(path, { flags: 'wx', mode: 0o600 })));
    } catch (error) {
      await this.#incoming.discard(path);
      throw error;
    }
    return { path, size, md5: md5.digest('base64') };
  }

  async *#read(parts: readonly Part[], see: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
    for (const { key, size } of parts) {
      const chunks: AsyncIterable<Buffer> = await this.#store.read(key, { first: 0, last: size - 1 });
      for await (const chunk of chunks) {
        see(chunk);
        yield chunk;
      }
    }
  }

  /** Also removes parts that no row lists, since a node ended before it stored them. */
  async remove(id: string): Promise<void> {
    for (const key of await listKeys(this.#access, `${folder}/${id}/`)) await this.#store.remove(key);
  }

  /** Empty: buckets are not listed at each start. */
  list(): Promise<string[]> {
    return Promise.resolve([]);
  }
}

function refuseOtherSize(id: string, size: number, parts: readonly Part[]): void {
  if (parts.reduce((sum, part) => sum + part.size, 0) !== size)
    throw new FileGoneError(`The parts of ${id} are not here.`);
}

interface Places {
  store: FileStore;
  incoming: Incoming;
  guard: StorageGuard;
}

interface Pending {
  path: string;
  handle: FileHandle;
  size: number;
  md5: ReturnType<typeof createHash>;
}

class GrowingParts implements GrowingFile {
  readonly #id: string;
  readonly #places: Places;
  readonly #parts: Part[];
  /** Data received since the last flush. */
  #pending: Pending | undefined;

  constructor(id: string, parts: readonly Part[], places: Places) {
    this.#id = id;
    this.#parts = [...parts];
    this.#places = places;
  }

  get parts(): readonly Part[] {
    return this.#parts;
  }

  async append(chunk: Uint8Array): Promise<void> {
    const pending = (this.#pending ??= await this.#begin());
    await this.#places.guard(() => pending.handle.appendFile(chunk));
    pending.md5.update(chunk);
    pending.size += chunk.length;
  }

  async #begin(): Promise<Pending> {
    const path = await this.#places.incoming.newPath();
    const handle = await this.#places.guard(() => open(path, 'wx', 0o600));
    return { path, handle, size: 0, md5: createHash('md5') };
  }

  async flush(): Promise<number> {
    const pending = this.#pending;
    if (pending) {
      await pending.handle.close();
      const { path, size } = pending;
      // Never an earlier name: a node that was suspended may still be sending the former part.
      const key = `${folder}/${this.#id}/${randomUUID()}`;
      const file = { path, size, md5: pending.md5.digest('base64') };
      this.#pending = undefined;
      try {
        await this.#places.store.put(key, file, 'application/octet-stream');
      } finally {
        await this.#places.incoming.discard(path);
      }
      this.#parts.push({ key, size });
    }
    return this.#parts.reduce((sum, { size }) => sum + size, 0);
  }

  async close(): Promise<void> {
    const pending = this.#pending;
    this.#pending = undefined;
    if (!pending) return;
    await pending.handle.close();
    await this.#places.incoming.discard(pending.path);
  }
}

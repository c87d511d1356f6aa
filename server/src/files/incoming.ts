/** Where files lie while they arrive: under names of ours, until a store takes them or the request ends. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LocalFile } from './store.ts';

export class Incoming {
  readonly folder: string;
  #isMade: Promise<unknown> | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Writes a stream to a new file. Answers `undefined`, and keeps nothing, when it has more bytes than allowed. */
  async receive(stream: Readable, mostBytes: number): Promise<LocalFile | undefined> {
    const path = await this.newPath();
    const md5 = createHash('md5');
    let size = 0;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        // What is too much is read to its end, so that the sender hears why it is refused.
        if (size > mostBytes) {
          done();
          return;
        }
        md5.update(chunk);
        done(null, chunk);
      },
    });
    try {
      await pipeline(stream, count, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    } catch (error) {
      await this.discard(path);
      throw error;
    }
    if (size <= mostBytes) return { path, size, md5: md5.digest('base64') };
    await this.discard(path);
    return undefined;
  }

  async newPath(): Promise<string> {
    await (this.#isMade ??= mkdir(this.folder, { recursive: true, mode: 0o700 }));
    return join(this.folder, randomUUID());
  }

  /** A file that was taken is not there any more, which is as well. */
  discard(path: string): Promise<void> {
    return rm(path, { force: true });
  }

  /** Removes what a crash has left: for the start, when nothing arrives yet. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => []))
      await this.discard(join(this.folder, name));
  }
}

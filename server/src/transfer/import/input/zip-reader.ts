/** Buffered random access to a zip archive: its listing is requested in pieces of some dozen bytes. */
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type * as Yauzl from 'yauzl';
import { toError } from '../../../lib/thrown.ts';

const windowBytes = 256 * 1024;

export function makeReader(yauzl: typeof Yauzl, file: FileHandle, path: string): Yauzl.RandomAccessReader {
  class WindowReader extends yauzl.RandomAccessReader {
    #window: Buffer = Buffer.alloc(0);
    #start = 0;

    override _readStreamForRange(start: number, end: number): Readable {
      // A stream of the file handle would prevent closing it.
      return createReadStream(path, { start, end: end - 1 });
    }

    override read(
      buffer: Buffer,
      offset: number,
      length: number,
      position: number,
      callback: (error: Error | null) => void,
    ): void {
      if (this.#holds(length, position)) {
        this.#window.copy(buffer, offset, position - this.#start, position - this.#start + length);
        process.nextTick(callback, null);
        return;
      }
      void this.#fill(length, position).then(
        (window) => {
          window.copy(buffer, offset, 0, length);
          callback(window.length < length ? new Error('The archive ends too early.') : null);
        },
        (error: unknown) => callback(toError(error)),
      );
    }

    #holds(length: number, position: number): boolean {
      const from = position - this.#start;
      return from >= 0 && from + length <= this.#window.length;
    }

    async #fill(length: number, position: number): Promise<Buffer> {
      const buffer = Buffer.allocUnsafe(Math.max(windowBytes, length));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      this.#window = buffer.subarray(0, bytesRead);
      this.#start = position;
      return this.#window;
    }
  }
  return new WindowReader();
}

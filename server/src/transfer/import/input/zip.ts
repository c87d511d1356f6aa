/**
 * A zip archive, read in place. Entries are not trusted: names must stay within the archive, sizes are bounded
 * and checked while an entry is read, and anything but a regular file is skipped.
 */
import type * as Yauzl from 'yauzl';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { StartRefused } from '../../../lib/start-refused.ts';
import type { Scratch } from '../scratch.ts';
import { SpillMap } from '../spill-map.ts';
import {
  DamagedEntry,
  ArchiveBounds,
  expandsTooFar,
  safePath,
  type ByteRange,
  type Input,
  type InputFile,
} from './input.ts';
import { zipName } from './legacy-names.ts';
import { errorMessage, toError } from '../../../lib/thrown.ts';
import { createReadStream } from 'node:fs';

/** The needed fields of an entry in one small object: there may be a million entries. */
interface ZipEntry extends InputFile {
  packed: number;
  offset: number;
  method: number;
  flags: number;
}

/** Exports have very many small files, which are read and decompressed in one step. */
const smallBytes = 512 * 1024;

const symbolicLink = 0o120000;
const typeMask = 0o170000;

/** @throws StartRefused for a damaged archive. */
export async function openZip(path: string, scratch: Scratch): Promise<Input> {
  const yauzl = await import('yauzl');
  const file = await open(path, 'r');
  const files = new SpillMap<ZipEntry>(scratch);
  const problems: Input['problems'][number][] = [];
  try {
    const { size } = await file.stat();
    const options = { autoClose: false, decodeStrings: false };
    const zip = await yauzl.fromRandomAccessReaderPromise(makeReader(yauzl, file, path), size, options);
    const bounds = new ArchiveBounds(size);
    for await (const entry of zip.eachEntry()) {
      take(entry, bounds, files, problems);
      await scratch.count();
    }
    return {
      files,
      problems,
      open: async (name, range) => {
        const stream = await openEntry(yauzl, zip, file, name, files.get(name));
        return range ? Readable.from(slice(stream, range)) : stream;
      },
      readSmall(name) {
        const found = files.get(name);
        return found && isSmall(found) ? readSmall(file, found) : undefined;
      },
      async close() {
        zip.close();
        await file.close();
      },
    };
  } catch (error) {
    await file.close();
    throw damaged(error);
  }
}

function take(
  entry: Entry,
  bounds: ArchiveBounds,
  files: SpillMap<ZipEntry>,
  problems: Input['problems'][number][],
): void {
  bounds.countEntry();
  const given = zipName(Buffer.from(entry.fileName as unknown as Uint8Array));
  if (given.endsWith('/')) return;
  const name = safePath(given);
  const reason = refusal(entry, name);
  if (reason !== undefined || name === undefined) {
    problems.push({ place: given, reason: reason ?? 'The path leads out of the archive.' });
    return;
  }
  // Entries may share their data, so the total is checked, too.
  bounds.countBytes(entry.uncompressedSize);
  files.set(name, {
    size: entry.uncompressedSize,
    packed: entry.compressedSize,
    offset: entry.relativeOffsetOfLocalHeader,
    method: entry.compressionMethod,
    flags: entry.generalPurposeBitFlag,
  });
}

function refusal(entry: Entry, name: string | undefined): string | undefined {
  if (name === undefined) return 'The path leads out of the archive.';
  if (((entry.externalFileAttributes >>> 16) & typeMask) === symbolicLink) return 'It is a symbolic link.';
  if (entry.isEncrypted()) return 'It is encrypted.';
  if (expandsTooFar(entry.compressedSize, entry.uncompressedSize))
    return 'It expands to far more than such a file can.';
  return undefined;
}

/** Restores the object that the library expects, without the names and fields that only the listing needs. */
function asEntry({ Entry }: typeof Yauzl, { size, packed, offset, method, flags }: ZipEntry): Entry {
  return Object.assign(new Entry(), {
    uncompressedSize: size,
    compressedSize: packed,
    relativeOffsetOfLocalHeader: offset,
    compressionMethod: method,
    generalPurposeBitFlag: flags,
  });
}

async function openEntry(
  yauzl: typeof Yauzl,
  zip: ZipFile,
  file: FileHandle,
  name: string,
  found: ZipEntry | undefined,
): Promise<Readable> {
  if (!found) throw new RangeError(`There is no file ${name}.`);
  if (!isSmall(found)) return zip.openReadStreamPromise(asEntry(yauzl, found));
  return Readable.from([await readSmall(file, found)]);
}

/** A compressed entry can only be read from its start. */
async function* slice(chunks: AsyncIterable<Buffer>, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const chunk of chunks) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += chunk.length;
    if (part.length > 0) yield part;
    if (at >= end) return;
  }
}

const deflated = 8;
const isSmall = ({ packed, size, method }: ZipEntry): boolean =>
  method === deflated && Math.max(packed, size) <= smallBytes;

/** The smallest chunk that zlib accepts. */
const leastChunk = 64;
const headerBytes = 30;
/** The smaller, the more comes of what is before damage. */
const salvagedAtOnce = 256;
/** Usual length of the name and other fields before the data. */
const usualNames = 512;

async function readSmall(file: FileHandle, { packed, size, offset }: ZipEntry): Promise<Buffer> {
  const read = async (bytes: number): Promise<Buffer> => {
    const buffer = Buffer.allocUnsafe(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, offset);
    return buffer.subarray(0, bytesRead);
  };
  let found = await read(headerBytes + usualNames + packed);
  if (found.length < headerBytes || found.readUInt32LE(0) !== 0x04034b50)
    throw new Error('The entry has no header.');
  const start = headerBytes + found.readUInt16LE(26) + found.readUInt16LE(28);
  if (found.length < start + packed) found = await read(start + packed);
  if (found.length < start + packed) throw new Error('The archive ends in the middle of the entry.');
  const compressed = found.subarray(start, start + packed);
  try {
    // In one buffer, instead of many that are concatenated.
    const data = inflateRawSync(compressed, {
      maxOutputLength: Math.max(1, size),
      chunkSize: Math.max(leastChunk, size),
    });
    if (data.length !== size) throw new Error('The entry has another size than it says.');
    return data;
  } catch (error) {
    throw new DamagedEntry(errorMessage(error), await inflatePartly(compressed, size));
  }
}

/** What is before the damage. */
async function inflatePartly(compressed: Buffer, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const inflating: AsyncIterable<Buffer> = Readable.from([compressed]).pipe(
      createInflateRaw({ chunkSize: salvagedAtOnce }),
    );
    for await (const chunk of inflating) {
      if ((bytes += chunk.length) > mostBytes) break;
      chunks.push(chunk);
    }
  } catch {
    // Nothing after it can be read.
  }
  return Buffer.concat(chunks);
}

const damaged = (error: unknown): StartRefused =>
  error instanceof StartRefused
    ? error
    : new StartRefused(`The zip archive is damaged: ${errorMessage(error)}`);

// Buffered random access to a zip archive: its listing is requested in pieces of some dozen bytes.

const windowBytes = 256 * 1024;

function makeReader(yauzl: typeof Yauzl, file: FileHandle, path: string): Yauzl.RandomAccessReader {
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

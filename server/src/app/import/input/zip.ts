/**
 * A zip archive, read in place. An entry is believed no more than it has to be: names lead nowhere else, sizes are bounded
 * and checked while an entry is read, and what is no plain file is left out.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { inflateRawSync } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { StartRefused } from '../../../lib/start-refused.ts';
import {
  ArchiveBounds,
  expandsTooFar,
  safePath,
  type ByteRange,
  type Input,
  type InputFile,
} from './input.ts';
import { makeReader } from './zip-reader.ts';

interface ZipEntry extends InputFile {
  entry: Entry;
}

/** Exports have very many small files, which are read and unpacked in one step. */
const smallBytes = 512 * 1024;

const symbolicLink = 0o120000;
const typeMask = 0o170000;

/** @throws StartRefused for a damaged archive. */
export async function openZip(path: string): Promise<Input> {
  const yauzl = await import('yauzl');
  const file = await open(path, 'r');
  const files = new Map<string, ZipEntry>();
  const problems: Input['problems'][number][] = [];
  try {
    const { size } = await file.stat();
    const options = { autoClose: false, decodeStrings: false };
    const zip = await yauzl.fromRandomAccessReaderPromise(makeReader(yauzl, file, path), size, options);
    const bounds = new ArchiveBounds(size);
    for await (const entry of zip.eachEntry()) take(entry, bounds, files, problems);
    return {
      files,
      problems,
      open: async (name, range) => {
        const stream = await openEntry(zip, file, name, files.get(name));
        return range ? Readable.from(slice(stream as AsyncIterable<Buffer>, range)) : stream;
      },
      readSmall(name) {
        const found = files.get(name);
        return found && isSmall(found.entry) ? readSmall(file, found.entry) : undefined;
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
  files: Map<string, ZipEntry>,
  problems: Input['problems'][number][],
): void {
  bounds.countEntry();
  // Names are UTF-8 whatever the flag of the entry says.
  const given = Buffer.from(entry.fileName as unknown as Uint8Array).toString('utf8');
  if (given.endsWith('/')) return;
  const name = safePath(given);
  const reason = refusal(entry, name);
  if (reason !== undefined || name === undefined) {
    problems.push({ place: given, reason: reason ?? 'The path leads out of the archive.' });
    return;
  }
  // Entries may share their data, so that none of them alone expands far.
  bounds.countBytes(entry.uncompressedSize);
  files.set(name, { size: entry.uncompressedSize, entry: slim(entry) });
}

function refusal(entry: Entry, name: string | undefined): string | undefined {
  if (name === undefined) return 'The path leads out of the archive.';
  if (((entry.externalFileAttributes >>> 16) & typeMask) === symbolicLink) return 'It is a symbolic link.';
  if (entry.isEncrypted()) return 'It is encrypted.';
  if (expandsTooFar(entry.compressedSize, entry.uncompressedSize))
    return 'It expands to far more than such a file can.';
  return undefined;
}

/** Without the names and fields that only the listing needs: there may be a million. */
function slim(entry: Entry): Entry {
  const { generalPurposeBitFlag, compressionMethod, compressedSize, uncompressedSize } = entry;
  const kept = { generalPurposeBitFlag, compressionMethod, compressedSize, uncompressedSize };
  const { relativeOffsetOfLocalHeader } = entry;
  return Object.assign(Object.create(Object.getPrototypeOf(entry) as object) as Entry, kept, {
    relativeOffsetOfLocalHeader,
  });
}

async function openEntry(
  zip: ZipFile,
  file: FileHandle,
  name: string,
  found: ZipEntry | undefined,
): Promise<Readable> {
  if (!found) throw new RangeError(`There is no file ${name}.`);
  if (!isSmall(found.entry)) return zip.openReadStreamPromise(found.entry);
  return Readable.from([await readSmall(file, found.entry)]);
}

/** What is packed can only be read from its beginning. */
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
const isSmall = ({ compressedSize, uncompressedSize, compressionMethod }: Entry): boolean =>
  compressionMethod === deflated && Math.max(compressedSize, uncompressedSize) <= smallBytes;

const headerBytes = 30;
/** Of the name and what else stands before the data; rarely more. */
const usualNames = 512;

async function readSmall(
  file: FileHandle,
  { compressedSize, uncompressedSize, relativeOffsetOfLocalHeader: offset }: Entry,
): Promise<Buffer> {
  const read = async (bytes: number): Promise<Buffer> => {
    const buffer = Buffer.allocUnsafe(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, offset);
    return buffer.subarray(0, bytesRead);
  };
  let found = await read(headerBytes + usualNames + compressedSize);
  if (found.length < headerBytes || found.readUInt32LE(0) !== 0x04034b50)
    throw new Error('The entry has no header.');
  const start = headerBytes + found.readUInt16LE(26) + found.readUInt16LE(28);
  if (found.length < start + compressedSize) found = await read(start + compressedSize);
  if (found.length < start + compressedSize) throw new Error('The archive ends in the middle of the entry.');
  const data = inflateRawSync(found.subarray(start, start + compressedSize), {
    maxOutputLength: Math.max(1, uncompressedSize),
  });
  if (data.length !== uncompressedSize) throw new Error('The entry has another size than it says.');
  return data;
}

const damaged = (error: unknown): StartRefused =>
  error instanceof StartRefused
    ? error
    : new StartRefused(
        `The zip archive is damaged: ${error instanceof Error ? error.message : String(error)}`,
      );

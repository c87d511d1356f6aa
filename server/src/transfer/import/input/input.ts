/** The files of an export: in a zip archive that is read in place, a folder, or a tarball. */
import type { Readable } from 'node:stream';
import { StartRefused } from '../../../lib/start-refused.ts';

export interface InputFile {
  /** In bytes, uncompressed. */
  size: number;
}

/** Offset of the first byte, and that after the last one. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A damaged file of which the beginning can be read. */
export class DamagedEntry extends Error {
  override readonly name = 'DamagedEntry';
  readonly readable: Buffer;

  constructor(message: string, readable: Buffer) {
    super(message);
    this.readable = readable;
  }
}

/** A `Map`, or one that is partly on disk. */
interface FileListing {
  has(path: string): boolean;
  get(path: string): InputFile | undefined;
  keys(): IteratorObject<string>;
  entries(): IteratorObject<[string, InputFile]>;
}

export interface Input {
  /** By path, with slashes and without a leading one. */
  files: FileListing;
  /** Skipped entries, with the reason. */
  problems: readonly { place: string; reason: string }[];
  /** @throws RangeError for a path that does not exist. */
  open(path: string, range?: ByteRange): Promise<Readable>;
  /** The content of a small file, if that is faster than a stream; otherwise undefined. */
  readSmall?(path: string): Promise<Buffer> | undefined;
  close(): Promise<void>;
}

/** The chunks of a file as they are read. @throws RangeError for a path that does not exist. */
export async function readChunks(input: Input, path: string): Promise<AsyncIterable<Buffer> | Buffer[]> {
  const small = await input.readSmall?.(path);
  return small ? [small] : await input.open(path);
}

/** More files would need more memory than an import may use. */
export const mostFiles = 1_000_000;

/** Deflate compresses to a thousandth at most; real text never to less than a two-hundredth. */
const mostRatio = 200;
/** The ratio of smaller files is not checked. */
const harmlessBytes = 64 * 1024 * 1024;

export const expandsTooFar = (packed: number, unpacked: number): boolean =>
  unpacked > harmlessBytes && unpacked > packed * mostRatio;

/** Limits of an archive's listing: an upload of some megabytes must fill neither memory nor the disk. */
export class ArchiveBounds {
  readonly #archiveBytes: number;
  #entries = 0;
  #unpacked = 0;

  constructor(archiveBytes: number) {
    this.#archiveBytes = archiveBytes;
  }

  /** Skipped entries count too, since each is reported. @throws StartRefused */
  countEntry(): void {
    if (++this.#entries > mostFiles) throw new StartRefused(`The archive has more than ${mostFiles} files.`);
  }

  /** @throws StartRefused */
  countBytes(bytes: number): void {
    this.#unpacked += bytes;
    if (expandsTooFar(this.#archiveBytes, this.#unpacked))
      throw new StartRefused('The archive expands to far more than an export can.');
  }
}

/**
 * The normalized path, or undefined for one that points outside the archive: files are never written under it, but it must
 * not be confused with another file of the export either.
 */
export function safePath(given: string): string | undefined {
  if (given.includes('\0') || given.startsWith('/') || given.includes('\\') || /^[A-Za-z]:/.test(given))
    return undefined;
  const parts = given.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length === 0 || parts.includes('..') ? undefined : parts.join('/');
}

export async function readAll(input: Input, path: string, mostBytes: number): Promise<Buffer> {
  const size = input.files.get(path)?.size ?? 0;
  if (size > mostBytes) throw new RangeError(`The file has ${size} bytes, more than ${mostBytes}.`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of await readChunks(input, path)) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new RangeError(`The file has more than ${mostBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

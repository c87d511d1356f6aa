/** The files of an export, wherever they lie: a zip archive that is read in place, a folder, or a tarball. */
import type { Readable } from 'node:stream';
import { StartRefused } from '../../../lib/start-refused.ts';

export interface InputFile {
  /** In bytes, uncompressed. */
  size: number;
}

/** The first byte, and the one behind the last. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface Input {
  /** By path, with slashes and without a leading one. */
  files: ReadonlyMap<string, InputFile>;
  /** What was left out, and why. */
  problems: readonly { place: string; reason: string }[];
  /** @throws RangeError for a path that does not exist. */
  open(path: string, range?: ByteRange): Promise<Readable>;
  /** All of a small file, where that takes less than a stream. Undefined for others. */
  readSmall?(path: string): Promise<Buffer> | undefined;
  close(): Promise<void>;
}

/** The bytes of a file as they come. @throws RangeError for a path that does not exist. */
export async function chunksOf(input: Input, path: string): Promise<AsyncIterable<Buffer> | Buffer[]> {
  const small = await input.readSmall?.(path);
  return small ? [small] : ((await input.open(path)) as AsyncIterable<Buffer>);
}

/** More would need more memory than an import may take. */
export const mostFiles = 1_000_000;

/** Deflate gets to a thousandth at most; text of people never to a two-hundredth. */
const mostRatio = 200;
/** Below it, a ratio says nothing. */
const harmlessBytes = 64 * 1024 * 1024;

export const expandsTooFar = (packed: number, unpacked: number): boolean =>
  unpacked > harmlessBytes && unpacked > packed * mostRatio;

/** What an archive may list: an upload of some megabytes must fill neither memory nor the disk. */
export class ArchiveBounds {
  readonly #archiveBytes: number;
  #entries = 0;
  #unpacked = 0;

  constructor(archiveBytes: number) {
    this.#archiveBytes = archiveBytes;
  }

  /** Those that are left out count: each is reported. @throws StartRefused */
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
 * The path as it may be used, or undefined for one that leads elsewhere: nothing is ever written under it, but it may not
 * be taken for another file of the export either.
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
  for await (const chunk of await chunksOf(input, path)) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new RangeError(`The file has more than ${mostBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

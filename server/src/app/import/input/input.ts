/** The files of an export, wherever they lie: a zip archive that is read in place, a folder, or a tarball. */
import type { Readable } from 'node:stream';

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
  /** @throws RangeError for a path that there is not. */
  open(path: string, range?: ByteRange): Promise<Readable>;
  /** All of a small file, where that takes less than a stream. Undefined for others. */
  readSmall?(path: string): Promise<Buffer> | undefined;
  close(): Promise<void>;
}

/** The bytes of a file as they come. @throws RangeError for a path that there is not. */
export async function chunksOf(input: Input, path: string): Promise<AsyncIterable<Buffer> | Buffer[]> {
  const small = await input.readSmall?.(path);
  return small ? [small] : ((await input.open(path)) as AsyncIterable<Buffer>);
}

/** More would need more memory than an import may take. */
export const mostFiles = 1_000_000;

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

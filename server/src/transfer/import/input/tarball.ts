/** Reads a tar archive, compressed or not. It cannot be read in place, so its files are unpacked under generated names. */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { StartRefused } from '../../../lib/start-refused.ts';
import { fileFault } from '../../../lib/storage/faults.ts';
import type { Scratch } from '../scratch.ts';
import { SpillMap } from '../spill-map.ts';
import { readFrom } from './folder.ts';
import { ArchiveBounds, safePath, type Input, type InputFile } from './input.ts';
import { errorMessage } from '../../../lib/thrown.ts';

interface ExtractedFile extends InputFile {
  /** Where it was unpacked. */
  path: string;
}

const block = 512;
/** Bytes of a long name, which is stored outside the header. */
const longestName = 64 * 1024;

/** @throws StartRefused for a damaged archive, one that expands too far, and when little disk space is left. */
export async function openTarball(path: string, scratch: Scratch): Promise<Input> {
  const files = new SpillMap<ExtractedFile>(scratch);
  const problems: Input['problems'][number][] = [];
  try {
    const bounds = new ArchiveBounds((await stat(path)).size);
    await scratch.check();
    await unpack(new Blocks(opened(path)), { scratch, bounds, files, problems });
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw fileFault(error) ?? new StartRefused(`The tar archive is damaged: ${errorMessage(error)}`);
  }
  return {
    files,
    problems,
    open(name, range) {
      const found = files.get(name);
      if (!found) return Promise.reject(new RangeError(`There is no file ${name}.`));
      return Promise.resolve(readFrom(found.path, range));
    },
    close: () => Promise.resolve(),
  };
}

function opened(path: string): AsyncIterable<Buffer> {
  const source = createReadStream(path);
  if (/\.tar$/i.test(path)) return source;
  const plain = createGunzip();
  source.on('error', (error) => plain.destroy(error));
  return source.pipe(plain);
}

interface Extraction {
  scratch: Scratch;
  bounds: ArchiveBounds;
  files: SpillMap<ExtractedFile>;
  problems: Input['problems'][number][];
}

async function unpack(blocks: Blocks, { scratch, bounds, files, problems }: Extraction): Promise<void> {
  let longName: string | undefined;
  for (;;) {
    const header = await blocks.read(block);
    if (!header || header.every((byte) => byte === 0)) return;
    const { type, size, name } = parsedHeader(header);
    // Checked before anything is written. Skipped entries take time too.
    bounds.countBytes(block + size);
    if (type === 'L' || type === 'x') {
      longName = nameIn(type, await body(blocks, size)) ?? longName;
      continue;
    }
    if (type === 'g') {
      await body(blocks, size);
      continue;
    }
    const given = longName ?? name;
    longName = undefined;
    bounds.countEntry();
    const safe = safePath(given);
    if ((type !== '0' && type !== '\0') || safe === undefined) {
      await blocks.skip(padded(size));
      if (type !== '5')
        problems.push({
          place: given,
          reason: safe === undefined ? 'The path leads out of the archive.' : 'It is no plain file.',
        });
      continue;
    }
    const path = scratch.newPath();
    const target = createWriteStream(path, { mode: 0o600 });
    await pipeline(Readable.from(counted(blocks.stream(size), scratch)), target);
    await blocks.skip(padded(size) - size);
    files.set(safe, { size, path });
  }
}

async function* counted(chunks: AsyncIterable<Buffer>, scratch: Scratch): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    await scratch.count(chunk.length);
    yield chunk;
  }
}

const padded = (size: number): number => Math.ceil(size / block) * block;

async function body(blocks: Blocks, size: number): Promise<string> {
  if (size > longestName) throw new Error('A name is too long.');
  const read = await blocks.read(padded(size));
  if (!read) throw new Error('It ends too early.');
  return read.subarray(0, size).toString('utf8');
}

function nameIn(type: string, text: string): string | undefined {
  if (type === 'L') return text.replace(/\0.*$/s, '');
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(text)?.[1];
}

const text = (header: Buffer, at: number, length: number): string =>
  header
    .subarray(at, at + length)
    .toString('utf8')
    .replace(/\0.*$/s, '');

function parsedHeader(header: Buffer): { type: string; size: number; name: string } {
  const sum = header.reduce((all, byte, i) => all + (i >= 148 && i < 156 ? 32 : byte), 0);
  if (sum !== Number.parseInt(text(header, 148, 8), 8)) throw new Error('A header has a wrong checksum.');
  // Sizes of 8 GiB and more are stored in binary.
  const isBinary = ((header[124] ?? 0) & 0x80) !== 0;
  const size = isBinary
    ? Number(header.readBigUInt64BE(128))
    : Number.parseInt(text(header, 124, 12).trim() || '0', 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new Error('A file has no size.');
  const prefix = text(header, 257, 5) === 'ustar' ? text(header, 345, 155) : '';
  const name = text(header, 0, 100);
  return {
    type: String.fromCharCode(header[156] ?? 0),
    size,
    name: prefix === '' ? name : `${prefix}/${name}`,
  };
}

/** Reads blocks of a given size from a stream of chunks. */
class Blocks {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Undefined at the end. */
  async read(bytes: number): Promise<Buffer | undefined> {
    while (this.#rest.length < bytes) {
      const next = await this.#chunks.next();
      if (next.done === true) return undefined;
      this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
    }
    const found = this.#rest.subarray(0, bytes);
    this.#rest = this.#rest.subarray(bytes);
    return found;
  }

  async *stream(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0;) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done === true) throw new Error('It ends too early.');
        this.#rest = next.value;
      }
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async skip(bytes: number): Promise<void> {
    for await (const part of this.stream(bytes)) void part;
  }
}

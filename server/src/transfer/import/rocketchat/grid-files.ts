/** Files that Rocket.Chat stores in the database (GridFS): chunks of 256 KiB in any order. */
import { Readable } from 'node:stream';
import type { SpillTable } from '../../../db/sqlite/spill-file.ts';
import type { Input } from '../input/input.ts';
import type { Scratch } from '../scratch.ts';
import { fieldsIn } from '../../../lib/objects.ts';
import type { Document } from 'bson';
import { errorMessage } from '../../../lib/thrown.ts';

interface FileChunk {
  n: number;
  start: number;
  length: number;
}

export class GridFiles {
  readonly #input: Input;
  readonly #path: string;
  readonly #scratch: Scratch;
  /** By file ID: number, offset and length of a chunk. */
  #pieces: SpillTable | undefined;

  constructor(input: Input, path: string, scratch: Scratch) {
    this.#input = input;
    this.#path = path;
    this.#scratch = scratch;
  }

  /** @throws Error if the dump lacks a part of it. */
  async open(id: string): Promise<Readable> {
    this.#pieces ??= await this.#index();
    const pieces = this.#pieces
      .values(id)
      .map(pieceFrom)
      .sort((a, b) => a.n - b.n);
    if (pieces.length === 0)
      throw new Error('The dump does not have it: files may be kept outside of the database.');
    if (pieces.some(({ n }, i) => n !== i)) throw new Error('A piece of it is missing in the dump.');
    return Readable.from(this.#read(pieces));
  }

  async #index(): Promise<SpillTable> {
    const found = this.#scratch.table();
    if (!this.#input.files.has(this.#path)) return found;
    for await (const one of documents(await this.#input.open(this.#path))) {
      if ('fault' in one) continue;
      const { files_id: given, n } = fieldsIn(one.document);
      const id = typeof given === 'string' ? given : JSON.stringify(given);
      found.add(id, `${typeof n === 'number' ? n : Number.NaN} ${one.start} ${one.length}`);
      await this.#scratch.count();
    }
    return found;
  }

  async *#read(pieces: readonly FileChunk[]): AsyncGenerator<Buffer> {
    for (const { start, length } of pieces) {
      const stream = await this.#input.open(this.#path, { start, end: start + length });
      for await (const one of documents(stream)) {
        const data: unknown = 'document' in one ? one.document.data : undefined;
        if (!(data instanceof Uint8Array)) throw new Error('A piece of it is damaged.');
        yield Buffer.from(data);
      }
    }
  }
}

function pieceFrom(stored: string): FileChunk {
  const [n = 0, start = 0, length = 0] = stored.split(' ').map(Number);
  return { n, start, length };
}

// Reads the BSON documents of a file written by `mongodump`.

interface DumpedDocument {
  document: Document;
  number: number;
  /** Offset in the file. */
  start: number;
  length: number;
}

export type DumpedOrFault = DumpedDocument | { fault: string; number: number };

/** MongoDB allows 16 MiB. */
const mostBytes = 17 * 1024 * 1024;
const leastBytes = 5;

export async function* documents(chunks: AsyncIterable<Buffer>): AsyncGenerator<DumpedOrFault> {
  const { deserialize } = await import('bson');
  let rest: Buffer = Buffer.alloc(0);
  let start = 0;
  let number = 0;
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 4) {
      const length = rest.readInt32LE(0);
      // The next document begins where this one ends: after a wrong length nothing can be read.
      if (length < leastBytes || length > mostBytes) {
        yield { fault: 'The file is damaged from here on.', number: number + 1 };
        return;
      }
      if (rest.length < length) break;
      number++;
      try {
        yield {
          document: deserialize(rest.subarray(0, length), { promoteBuffers: true }),
          number,
          start,
          length,
        };
      } catch (error) {
        yield { fault: errorMessage(error), number };
      }
      rest = rest.subarray(length);
      start += length;
    }
  }
  if (rest.length > 0) yield { fault: 'The file ends in the middle.', number: number + 1 };
}

/** Files that Rocket.Chat stores in the database (GridFS): chunks of 256 KiB in any order. */
import { Readable } from 'node:stream';
import type { SpillTable } from '../../../db/sqlite/spill-file.ts';
import type { Input } from '../input/input.ts';
import type { Scratch } from '../scratch.ts';
import { documents } from './documents.ts';
import { fieldsIn } from '../../../lib/objects.ts';

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

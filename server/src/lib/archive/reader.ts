/** Reads an archive as a stream, and verifies each part before it is reported as complete. */
import { createHash, type Hash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import {
  encodings,
  endMagic,
  headBytes,
  isIntact,
  magic,
  maxPayloadBytes,
  parseHead,
  tags,
  type Frame,
} from './frames.ts';
import {
  formatVersion,
  type ArchiveHeader,
  type ArchiveIndex,
  type FileHeader,
  type MissingFile,
  type PartEnd,
  type TableHeader,
} from './manifest.ts';
import type { SealedSecrets } from './seal.ts';
import { parseStored } from '../json.ts';

/** The archive is unusable; the message names the part. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/** Processes the parts of an archive in order. */
export interface ArchiveHandler {
  header(header: ArchiveHeader): Promise<void>;
  /** Receives the blocks of the table, all of which it has to consume. */
  table(header: TableHeader, blocks: AsyncIterable<Buffer>): Promise<void>;
  file(header: FileHeader, blocks: AsyncIterable<Buffer>): Promise<void>;
  missingFile(file: MissingFile): Promise<void>;
  secrets(secrets: SealedSecrets): Promise<void>;
  /** Called after the last block of a part, which is intact. */
  ended?(name: string, end: PartEnd): void;
}

/** Reads a given number of bytes from a stream. */
class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array, undefined>;
  #buffered: Buffer = Buffer.alloc(0);
  offset = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    // Iterables end without a value, which their type leaves open.
    this.#chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  }

  /** Returns fewer bytes only at the end. */
  async take(count: number): Promise<Buffer> {
    const parts = [this.#buffered];
    let size = this.#buffered.length;
    while (size < count) {
      const next = await this.#chunks.next();
      if (next.done === true) break;
      const { buffer, byteOffset, byteLength } = next.value;
      const part = Buffer.from(buffer, byteOffset, byteLength);
      parts.push(part);
      size += part.length;
    }
    const all = parts.length === 1 ? this.#buffered : Buffer.concat(parts, size);
    this.#buffered = all.subarray(count);
    this.offset += Math.min(count, size);
    return all.subarray(0, count);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}

export class ArchiveReader {
  readonly #source: ByteSource;
  readonly #whole = createHash('sha256');
  readonly #ends: { name: string; end: PartEnd }[] = [];
  readonly #files = { count: 0, bytes: 0, missing: 0 };

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = new ByteSource(source);
  }

  get bytes(): number {
    return this.#source.offset;
  }

  /** @throws ArchiveError with the damaged part, or the version that is required. */
  async read(handler: ArchiveHandler): Promise<ArchiveIndex> {
    try {
      await handler.header(await this.#readHeader());
      for (;;) {
        const frame = await this.#frame('the index');
        if (frame.tag === tags.index) return await this.#readEnd(frame);
        await this.#readPart(frame, handler);
      }
    } finally {
      await this.#source.close();
    }
  }

  async #readHeader(): Promise<ArchiveHeader> {
    const beginning = await this.#source.take(magic.length);
    if (!beginning.equals(magic)) throw new ArchiveError('This is not a Heddle archive.');
    const header = json<ArchiveHeader>(await this.#frame('the header'), 'the header');
    if (!(header.format <= formatVersion))
      throw new ArchiveError(
        `This archive has format ${header.format}, written by Heddle ${header.heddle_version}; this version supports up to ${formatVersion}. Use that version or a newer one.`,
      );
    return header;
  }

  async #readPart(frame: Frame, handler: ArchiveHandler): Promise<void> {
    switch (frame.tag) {
      case tags.table: {
        const header = json<TableHeader>(frame, 'a table');
        await this.#readBlocks(`table ${header.name}`, header.name, handler, (blocks) =>
          handler.table(header, blocks),
        );
        return;
      }
      case tags.file: {
        const header = json<FileHeader>(frame, 'a file');
        const { bytes } = await this.#readBlocks(`file ${header.key}`, header.key, handler, (blocks) =>
          handler.file(header, blocks),
        );
        this.#files.count++;
        this.#files.bytes += bytes;
        return;
      }
      case tags.missingFile: {
        const file = json<MissingFile>(frame, 'a file');
        this.#whole.update(`${file.key}\nmissing\n`);
        this.#files.missing++;
        return handler.missingFile(file);
      }
      case tags.secrets:
        return handler.secrets(json<SealedSecrets>(frame, 'the secrets'));
      default:
        throw damaged('a part that does not begin');
    }
  }

  async #readBlocks(
    part: string,
    name: string,
    handler: ArchiveHandler,
    use: (blocks: AsyncIterable<Buffer>) => Promise<void>,
  ): Promise<PartEnd> {
    const seen = { hash: createHash('sha256'), bytes: 0 };
    let end: PartEnd | undefined;
    const blocks = this.#blocks(part, seen, (found) => (end = found));
    await use(blocks);
    if (!end) throw new Error(`The blocks of ${part} were not read.`);
    handler.ended?.(name, end);
    this.#whole.update(`${name}\n${end.sha256}\n`);
    if (end.rows !== undefined) this.#ends.push({ name, end });
    return end;
  }

  /** The hash is verified before the last block is known to be the last. */
  async *#blocks(
    part: string,
    seen: { hash: Hash; bytes: number },
    ended: (end: PartEnd) => void,
  ): AsyncGenerator<Buffer> {
    for (;;) {
      const frame = await this.#frame(part);
      if (frame.tag === tags.end) {
        const end = json<PartEnd>(frame, part);
        if (end.bytes !== seen.bytes || end.sha256 !== seen.hash.digest('hex')) throw damaged(part);
        ended(end);
        return;
      }
      if (frame.tag !== tags.block) throw damaged(part);
      const block = expand(frame, part);
      seen.hash.update(block);
      seen.bytes += block.length;
      yield block;
    }
  }

  async #readEnd(frame: Frame): Promise<ArchiveIndex> {
    const index = json<ArchiveIndex>(frame, 'the index');
    const at = this.#source.offset - headBytes - frame.payload.length;
    const tail = await this.#source.take(8 + endMagic.length + 1);
    if (tail.length !== 8 + endMagic.length || !tail.subarray(8).equals(endMagic)) throw damaged('the index');
    const areSame =
      Number(tail.readBigUInt64LE()) === at &&
      index.sha256 === this.#whole.digest('hex') &&
      JSON.stringify(index.files) === JSON.stringify(this.#files) &&
      index.tables.length === this.#ends.length &&
      index.tables.every(({ sha256 }, i) => sha256 === this.#ends[i]?.end.sha256);
    if (!areSame) throw new ArchiveError('The archive is damaged: its parts are not those of its index.');
    return index;
  }

  /** @param part Name of the current part, for errors. */
  async #frame(part: string): Promise<Frame> {
    const head = await this.#source.take(headBytes);
    if (head.length < headBytes) throw truncated(part);
    const parsed = parseHead(head);
    if (!parsed) throw damaged(part);
    const payload = await this.#source.take(parsed.length);
    if (payload.length < parsed.length) throw truncated(part);
    if (!isIntact(head, payload)) throw damaged(part);
    return { tag: parsed.tag, encoding: parsed.encoding, payload };
  }
}

/** Not in worker threads: each would need its own memory, and a block takes less than a millisecond. */
function expand({ encoding, payload }: Frame, part: string): Buffer {
  if (encoding === encodings.raw) return payload;
  try {
    return zstdDecompressSync(payload, { maxOutputLength: maxPayloadBytes });
  } catch {
    throw damaged(part);
  }
}

/** Not validated: the checksum of the frame shows that it is what its writer wrote. */
function json<Metadata extends object>({ payload }: Frame, part: string): Metadata {
  try {
    return parseStored<Metadata>(payload.toString('utf8'));
  } catch {
    throw damaged(part);
  }
}

const damaged = (part: string): ArchiveError => new ArchiveError(`The archive is damaged in ${part}.`);
const truncated = (part: string): ArchiveError =>
  new ArchiveError(`The archive is truncated or damaged: it ends in ${part}.`);

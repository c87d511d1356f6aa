/** Writes an archive as a stream of parts; each block is compressed while the next one is read. */
import { createHash, type Hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { encodings, endMagic, frameHead, magic, tags, type Frame, type Tag } from './frames.ts';
import type { SealedSecrets } from './seal.ts';
import type {
  ArchiveHeader,
  ArchiveIndex,
  FileHeader,
  MissingFile,
  PartEnd,
  TableHeader,
  TableSummary,
} from './manifest.ts';

const compress = promisify(zstdCompress);
/** See docs/backup.md: a higher level takes more time than the disk saves. */
const level = 1;
/** Further blocks would only wait in memory. */
const maxPending = 3;

export type Sink = (chunk: Buffer) => Promise<void>;

interface OpenPart {
  name: string;
  offset: number;
  hash: Hash;
  bytes: number;
}

export class ArchiveWriter {
  readonly #sink: Sink;
  readonly #pending: Promise<Frame>[] = [];
  readonly #tables: TableSummary[] = [];
  readonly #files = { count: 0, bytes: 0, missing: 0 };
  readonly #whole = createHash('sha256');
  #hasSecrets = false;
  #offset = 0;
  #part: OpenPart | undefined;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#offset;
  }

  async begin(header: ArchiveHeader): Promise<void> {
    await this.#write(magic);
    await this.#writeJson(tags.header, header);
  }

  async beginTable(header: TableHeader): Promise<void> {
    this.#part = this.#openPart(header.name);
    await this.#writeJson(tags.table, header);
  }

  async beginFile(header: FileHeader): Promise<void> {
    this.#part = this.#openPart(header.key);
    await this.#writeJson(tags.file, header);
  }

  #openPart(name: string): OpenPart {
    return { name, offset: this.#offset, hash: createHash('sha256'), bytes: 0 };
  }

  /** Bytes of the current part. */
  async writeBlock(bytes: Buffer): Promise<void> {
    const part = this.#part;
    if (!part) throw new Error('No part was begun.');
    part.hash.update(bytes);
    part.bytes += bytes.length;
    const frame = toBlock(bytes);
    // Awaited below; without this, a failure until then would be an unhandled rejection.
    frame.catch(() => undefined);
    this.#pending.push(frame);
    if (this.#pending.length >= maxPending) await this.#flush(maxPending - 1);
  }

  async endTable(rows: number): Promise<TableSummary> {
    const part = await this.#closePart({ rows });
    this.#tables.push(part);
    return part;
  }

  async endFile(): Promise<PartEnd> {
    const part = await this.#closePart({});
    this.#files.count++;
    this.#files.bytes += part.bytes;
    return part;
  }

  async #closePart(counts: { rows?: number }): Promise<TableSummary> {
    const part = this.#part;
    if (!part) throw new Error('No part was begun.');
    this.#part = undefined;
    await this.#flush(0);
    const end: PartEnd = { bytes: part.bytes, sha256: part.hash.digest('hex'), ...counts };
    this.#whole.update(`${part.name}\n${end.sha256}\n`);
    await this.#writeJson(tags.end, end);
    return { name: part.name, offset: part.offset, ...end };
  }

  /** A file that a row references and the store does not have. */
  async writeMissing(file: MissingFile): Promise<void> {
    this.#files.missing++;
    this.#whole.update(`${file.key}\nmissing\n`);
    await this.#writeJson(tags.missingFile, file);
  }

  async writeSecrets(secrets: SealedSecrets): Promise<void> {
    this.#hasSecrets = true;
    await this.#writeJson(tags.secrets, secrets);
  }

  async end(): Promise<ArchiveIndex> {
    const index: ArchiveIndex = {
      tables: this.#tables,
      files: this.#files,
      has_secrets: this.#hasSecrets,
      sha256: this.#whole.digest('hex'),
    };
    const offset = Buffer.alloc(8);
    offset.writeBigUInt64LE(BigInt(this.#offset));
    await this.#writeJson(tags.index, index);
    await this.#write(Buffer.concat([offset, endMagic]));
    return index;
  }

  async #flush(most: number): Promise<void> {
    while (this.#pending.length > most) {
      const frame = await this.#pending.shift();
      if (frame) await this.#writeFrame(frame);
    }
  }

  #writeJson(tag: Tag, value: object): Promise<void> {
    return this.#writeFrame({ tag, encoding: encodings.raw, payload: Buffer.from(JSON.stringify(value)) });
  }

  async #writeFrame(frame: Frame): Promise<void> {
    await this.#write(frameHead(frame));
    await this.#write(frame.payload);
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#offset += bytes.length;
    await this.#sink(bytes);
  }
}

/** Images and other compressed files are stored as they are. */
async function toBlock(bytes: Buffer): Promise<Frame> {
  const parameters = { [constants.ZSTD_c_compressionLevel]: level };
  const compressed = await compress(bytes, { params: parameters });
  const isSmaller = compressed.length < bytes.length;
  return isSmaller
    ? { tag: tags.block, encoding: encodings.zstd, payload: compressed }
    : { tag: tags.block, encoding: encodings.raw, payload: bytes };
}

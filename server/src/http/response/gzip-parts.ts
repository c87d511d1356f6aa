/** Compresses lists whose parts come again in other responses, such as all people: such a part is compressed once. */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const toDeflate = promisify(deflateRaw);

const ownLevel = 4;
/** Parts that come again are worth twice the work: they become a tenth smaller. */
const keptLevel = 9;
/** Smaller parts are compressed together with those beside them. */
const leastKeptBytes = 16_384;

const seen = new WeakSet<Buffer>();
/** By the part, which is never changed, for as long as it is used. */
const kept = new WeakMap<Buffer, Promise<Buffer>>();

/** RFC 1952: deflate, without a name, a time or an operating system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** RFC 1951: a last block without content. */
const lastBlock = Buffer.from([3, 0]);

/** @returns one gzip member with the content of all parts */
export async function gzipParts(parts: readonly Buffer[]): Promise<Buffer> {
  const blocks: Promise<Buffer>[] = [];
  let own: Buffer[] = [];
  const endOwn = () => {
    if (own.length > 0) blocks.push(deflate(Buffer.concat(own), ownLevel));
    own = [];
  };
  for (const part of parts) {
    const block = keptBlock(part);
    if (block) {
      endOwn();
      blocks.push(block);
    } else own.push(part);
  }
  endOwn();
  return Buffer.concat([header, ...(await Promise.all(blocks)), lastBlock, trailer(parts)]);
}

/** @returns undefined for a small part, and for one that comes for the first time */
function keptBlock(part: Buffer): Promise<Buffer> | undefined {
  if (part.length < leastKeptBytes) return undefined;
  const known = kept.get(part);
  if (known) return known;
  if (!seen.has(part)) {
    seen.add(part);
    return undefined;
  }
  const block = deflate(part, keptLevel);
  kept.set(part, block);
  block.catch(() => kept.delete(part));
  return block;
}

/** @returns blocks of which none is the last, ended at a whole byte, so that others can follow */
const deflate = (bytes: Buffer, level: number): Promise<Buffer> =>
  toDeflate(bytes, { level, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: chunkSizeFor(bytes) });

/** One thread is woken for each chunk of the result, of which large texts would have hundreds; most become an eighth. */
export const chunkSizeFor = ({ length }: string | Buffer): number =>
  Math.min(Math.max(length >> 3, leastChunkBytes), mostChunkBytes);

/** By default chunks have this size, however long the text is. */
const leastChunkBytes = 16_384;
const mostChunkBytes = 262_144;

/** The checksum of the content and its length. */
function trailer(parts: readonly Buffer[]): Buffer {
  let checksum = 0;
  let length = 0;
  for (const part of parts) {
    checksum = crc32(part, checksum);
    length += part.length;
  }
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(checksum, 0);
  bytes.writeUInt32LE(length % 2 ** 32, 4);
  return bytes;
}

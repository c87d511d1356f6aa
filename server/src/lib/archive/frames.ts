/**
 * The frames of an archive: a tag, an encoding and two zero bytes, the length of the payload as 32 bits, a CRC-32 of these
 * eight bytes and the payload, and the payload. Numbers are little-endian.
 */
import { crc32 } from 'node:zlib';
import { isIn } from '../objects.ts';

export const magic = Buffer.from('HEDDLE\x1a\n', 'latin1');
/** The last eight bytes, after the offset of the index: an archive that ends differently is truncated. */
export const endMagic = Buffer.from('HEDDLEND', 'latin1');

export const tags = {
  header: 'H',
  table: 'T',
  file: 'F',
  missingFile: 'G',
  block: 'B',
  end: 'E',
  secrets: 'S',
  index: 'I',
} as const;
export type Tag = (typeof tags)[keyof typeof tags];

export const encodings = { raw: 0, zstd: 1 } as const;
export type Encoding = (typeof encodings)[keyof typeof encodings];

export interface Frame {
  tag: Tag;
  encoding: Encoding;
  payload: Buffer;
}

export const headBytes = 12;
/** Never exceeded by the writer: a larger length is damage. */
export const maxPayloadBytes = 64 * 1024 * 1024;

export function frameHead({ tag, encoding, payload }: Frame): Buffer {
  const head = Buffer.alloc(headBytes);
  head.write(tag, 0, 'latin1');
  head.writeUInt8(encoding, 1);
  head.writeUInt32LE(payload.length, 4);
  head.writeUInt32LE(checksum(head, payload), 8);
  return head;
}

const checksum = (head: Buffer, payload: Buffer): number => crc32(payload, crc32(head.subarray(0, 8)));

const knownTags = Object.values(tags);
const knownEncodings = Object.values(encodings);

/** Parses the head of a frame; `undefined` if it is invalid. */
export function parseHead(head: Buffer): { tag: Tag; encoding: Encoding; length: number } | undefined {
  const tag = head.toString('latin1', 0, 1);
  const encoding = head.readUInt8(1);
  const length = head.readUInt32LE(4);
  const isKnown = isIn(knownTags, tag) && isIn(knownEncodings, encoding);
  return isKnown && length <= maxPayloadBytes ? { tag, encoding, length } : undefined;
}

export const isIntact = (head: Buffer, payload: Buffer): boolean =>
  head.readUInt32LE(8) === checksum(head, payload);

/** Hashes of the rows of a block, as they are stored: CRC-32, which finds what happens by accident and proves nothing more. */
import { crc32 } from 'node:zlib';
import type { Row } from '../connection.ts';
import { idBits, placeSql, type Cover, type KeyColumn } from './coverage.ts';

export interface Place {
  name: string;
  block: number;
  part: number;
}

/** None of a row: in blocks whose rows are identified, of those that are not there. */
export const noSum = 0;

export const hashRow = (row: Uint8Array): number => crc32(row) || 1;

/** With a hash of their own, so that damage of these hashes is not taken for damage of the rows. */
export function packSums(place: Place, sums: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc((sums.length + 1) * 4);
  for (const [i, sum] of sums.entries()) bytes.writeUInt32LE(sum, i * 4);
  bytes.writeUInt32LE(hashSums(place, bytes.subarray(0, -4)), sums.length * 4);
  return bytes;
}

/** @returns undefined if they are damaged */
export function readSums(place: Place, stored: unknown): number[] | undefined {
  if (!(stored instanceof Uint8Array) || stored.length < 4 || stored.length % 4 !== 0) return undefined;
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.length);
  const end = bytes.length - 4;
  if (bytes.readUInt32LE(end) !== hashSums(place, bytes.subarray(0, end))) return undefined;
  return Array.from({ length: end / 4 }, (_, i) => bytes.readUInt32LE(i * 4));
}

const hashSums = ({ name, block, part }: Place, bytes: Uint8Array): number =>
  crc32(bytes, crc32(`${name} ${block} ${part}`));

export const getSlot = (id: number): number => id % 2 ** idBits;

/** Each value with its type, since a changed bit may make a blob of a text. */
export const bytesSql = (columns: readonly string[]): string =>
  `CAST(concat(${columns.flatMap((name) => [`typeof(${name})`, name]).join(', ')}) AS BLOB)`;

/** Selects `name`, `type` and `pk` of the columns, in the order of the table. */
export const columnsSql = (table: string): string =>
  `SELECT name, type, pk FROM pragma_table_info('${table}') ORDER BY cid`;

/** The columns of the primary key, in its order. @param columns As `columnsSql` finds them. */
export const getKey = (columns: readonly Row[]): KeyColumn[] =>
  columns
    .filter(({ pk }) => Number(pk) > 0)
    .toSorted((a, b) => Number(a.pk) - Number(b.pk))
    .map(({ name, type }) => ({ name: String(name), type: String(type) }));

/** The rows of one block, in the order of the key. Its parameters: the block, and the part if there are parts. */
export function blockCondition(cover: Cover): string {
  const [column, bits] = cover.block;
  const { part } = placeSql(cover);
  const range =
    bits === 0 ? `${column} = ?1` : `${column} BETWEEN ?1 << ${bits} AND (?1 << ${bits}) + ${2 ** bits - 1}`;
  if (!cover.part) return `${range} AND 0 = ?2`;
  const [second, width] = cover.part;
  return width === 'letter'
    ? `${range} AND ${part} = ?2`
    : `${range} AND ${second} BETWEEN ?2 << ${width} AND (?2 << ${width}) + ${2 ** width - 1}`;
}

/** Encodes rows as lines of JSON arrays, identically for both databases: bytes as base64, everything else as JSON. */
import type { ColumnHeader } from './manifest.ts';
import { parseStored } from '../json.ts';

export type Cell = number | string | Uint8Array | null;

/** Indexes of the columns with bytes. */
const getByteColumns = (columns: readonly ColumnHeader[]): number[] =>
  columns.flatMap(({ type }, i) => (type === 'bytes' ? [i] : []));

export function rowEncoder(columns: readonly ColumnHeader[]): (row: Cell[]) => string {
  const byteColumns = getByteColumns(columns);
  return (row) => {
    for (const i of byteColumns) {
      const cell = row[i];
      if (cell instanceof Uint8Array)
        row[i] = Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('base64');
    }
    return `${JSON.stringify(row)}\n`;
  };
}

/** Decodes a block, which consists of whole rows. */
export function rowDecoder(columns: readonly ColumnHeader[]): (block: Buffer) => Cell[][] {
  const byteColumns = getByteColumns(columns);
  return (block) => {
    const text = block.toString('utf8');
    const rows = parseStored<Cell[][]>(`[${text.slice(0, -1).replaceAll('\n', ',')}]`);
    for (const i of byteColumns)
      for (const row of rows) {
        const cell = row[i];
        if (typeof cell === 'string') row[i] = Buffer.from(cell, 'base64');
      }
    return rows;
  };
}

/** Rows as lines of JSON arrays, the same bytes from either database: bytes are base64, everything else is as JSON has it. */
import type { ColumnHeader } from './manifest.ts';

export type Cell = number | string | Uint8Array | null;

/** Positions of the columns that hold bytes. */
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

/** The rows of a block, which ends with the end of a row. */
export function rowDecoder(columns: readonly ColumnHeader[]): (block: Buffer) => Cell[][] {
  const byteColumns = getByteColumns(columns);
  return (block) => {
    const text = block.toString('utf8');
    const rows = JSON.parse(`[${text.slice(0, -1).replaceAll('\n', ',')}]`) as Cell[][];
    for (const i of byteColumns)
      for (const row of rows) {
        const cell = row[i];
        if (typeof cell === 'string') row[i] = Buffer.from(cell, 'base64');
      }
    return rows;
  };
}

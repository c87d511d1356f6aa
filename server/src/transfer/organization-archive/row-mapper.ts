/** Converts rows of an archive to rows of this server. */
import type { TableShape } from '../../db/archive/catalog.ts';
import type { TableHeader } from '../../lib/archive/manifest.ts';
import { ArchiveError } from '../../lib/archive/reader.ts';
import type { Cell } from '../../lib/archive/rows.ts';
import type { BulkType } from '../../db/sql.ts';
import { isKept, type ColumnDecision } from './decision.ts';
import type { ImportContext, ImportedRow } from './import-context.ts';
import { decisionFor } from './tables.ts';

export type RowMapper = (cells: readonly Cell[]) => Cell[];

const isValid: Readonly<Record<BulkType, (cell: Cell) => boolean>> = {
  int: (cell) => Number.isSafeInteger(cell),
  text: (cell) => typeof cell === 'string',
  bytes: (cell) => cell instanceof Uint8Array,
};

/** @throws ArchiveError for an unknown table, or one with other columns than in this version. */
export function rowMapper(
  header: TableHeader,
  shape: TableShape | undefined,
  context: ImportContext,
): RowMapper {
  const { name, columns } = header;
  const decision = decisionFor(name);
  const isSame =
    shape !== undefined &&
    JSON.stringify(columns.map(describe)) === JSON.stringify(shape.columns.map(describe));
  if (!decision || !isKept(decision) || !isSame)
    throw new ArchiveError(`The archive is damaged: it has another table ${name} than this version.`);
  const positions = new Map(columns.map((column, i) => [column.name, i]));
  const maps = columns.map((column) => mapperFor(decision.columns[column.name] ?? {}));
  return (cells) => {
    const row: ImportedRow = (column) => cells[positions.get(column) ?? -1] ?? null;
    return columns.map((column, i) => {
      const cell = cells[i] ?? null;
      if (cell !== null && !isValid[column.type](cell))
        throw new ArchiveError(`The archive is damaged: ${name}.${column.name} has a value of another type.`);
      return maps[i]?.(cell, context, row) ?? null;
    });
  };
}

const describe = ({ name, type }: { name: string; type: string }): string => `${name} ${type}`;

function mapperFor({ references, bound, map }: ColumnDecision): NonNullable<ColumnDecision['map']> {
  if (map) return map;
  if (references) return (id, { ids }) => ids.get(references, id);
  if (bound) return (id, { ids }) => ids.getBound(bound, id);
  return (cell) => cell;
}

/**
 * How each table and column is treated when one organization leaves or enters a server. The types make a table or column
 * without a decision an error, and a test compares them with the databases.
 */
import type { Cell } from '../../lib/archive/rows.ts';
import type { Schema } from '../../db/schema.ts';
import type { ImportContext, ImportedRow } from './import-context.ts';
import type { ExportScope } from './scope.ts';

export type TableName = keyof Schema;

/** From a row to its organization: by a column of its own, or by the row of another table that a column names. */
export interface Path {
  column: string;
  /** Without it, the column has the ID of the organization. */
  through?: TableName;
}

export interface ColumnDecision {
  /** The column has an ID of this table, or null. */
  references?: TableName;
  /** The column is compared with IDs of this table, and names none: 0 is below all of them. */
  bound?: TableName;
  /** What an import stores, where IDs are inside of a value. */
  map?: (value: Cell, context: ImportContext, row: ImportedRow) => Cell;
  /** SQL that takes the place of the column in every archive. */
  blank?: string;
  /** The same in archives that are not complete, in rows of people who did not consent. */
  hidden?: string | ((scope: ExportScope) => string);
  /** What of a value is left in archives that are not complete. */
  limit?: (value: Cell, scope: ExportScope) => Cell;
}

/** Which rows archives have that are not complete. */
export type LimitedRows =
  | 'all'
  | 'none'
  /** Those of people who consented. */
  | { own: string }
  /** Those of channels, messages or direct conversations that the archive has. */
  | { channel: string }
  | { message: string }
  | { direct: string }
  | { where: (scope: ExportScope) => string };

export interface KeptTable<Column extends string = string> {
  path: Path;
  limited: LimitedRows;
  /** Has the ID of the person whose row it is; needed where columns are hidden. */
  person?: Column;
  columns: Readonly<Record<Column, ColumnDecision>>;
}

export interface OmittedTable {
  /** `server` for what belongs to no organization. */
  path: Path | 'server';
  /** Why no archive of an organization has it. */
  omitted: string;
}

export type TableDecision<Column extends string = string> = KeptTable<Column> | OmittedTable;

export type Decisions = { [T in TableName]: TableDecision<keyof Schema[T] & string> };

export const isKept = (decision: TableDecision): decision is KeptTable => 'columns' in decision;

/** The value means the same everywhere. */
export const keep: ColumnDecision = {};
export const references = (table: TableName): ColumnDecision => ({ references: table });
export const organizationId: ColumnDecision = { references: 'organization' };
export const byOrganization: Path = { column: 'org_id' };
export const byPerson: Path = { column: 'user_id', through: 'person' };

/**
 * How each table and column is treated when an organization is exported or imported. A table or column without a decision
 * does not compile, and a test compares the decisions with the databases.
 */
import type { Cell } from '../../lib/archive/rows.ts';
import type { Schema } from '../../db/schema.ts';
import type { ImportContext, ImportedRow } from './import-context.ts';
import type { ExportScope } from './scope.ts';

export type TableName = keyof Schema;

/** How a row is related to its organization: by its own column, or by a row of another table that a column references. */
export interface Path {
  column: string;
  /** If absent, the column contains the ID of the organization. */
  through?: TableName;
}

export interface ColumnDecision {
  /** The table that the column references. */
  references?: TableName;
  /** The table whose IDs the column is compared with. It references none: 0 is below all of them. */
  bound?: TableName;
  /** Maps a value that contains IDs on import. */
  map?: (value: Cell, context: ImportContext, row: ImportedRow) => Cell;
  /** SQL that replaces the column in every archive. */
  blank?: string;
  /** SQL that replaces the column in limited archives, in rows of people who did not consent. */
  hidden?: string | ((scope: ExportScope) => string);
  /** Reduces a value in limited archives. */
  limit?: (value: Cell, scope: ExportScope) => Cell;
}

/** The rows that limited archives contain. */
export type LimitedRows =
  | 'all'
  | 'none'
  /** Rows of people who consented. */
  | { own: string }
  /** Rows of exported channels, messages or direct conversations. */
  | { channel: string }
  | { message: string }
  | { direct: string }
  | { where: (scope: ExportScope) => string };

export interface KeptTable<Column extends string = string> {
  path: Path;
  limited: LimitedRows;
  /** The column with the user ID; required if columns are hidden. */
  person?: Column;
  columns: Readonly<Record<Column, ColumnDecision>>;
}

interface OmittedTable<Column extends string = string> {
  /** `server` for tables that belong to no organization. */
  path: Path | 'server';
  /** Why archives of an organization do not contain it. */
  omitted: string;
  /** The tables that its columns reference, beside what the path says and the database knows. */
  references?: Readonly<Partial<Record<Column, TableName>>>;
}

export type TableDecision<Column extends string = string> = KeptTable<Column> | OmittedTable<Column>;

export type Decisions = { [T in TableName]: TableDecision<keyof Schema[T] & string> };

export const isKept = (decision: TableDecision): decision is KeptTable => 'columns' in decision;

/** The value is the same on every server. */
export const keep: ColumnDecision = {};
export const references = (table: TableName): ColumnDecision => ({ references: table });
export const organizationId: ColumnDecision = { references: 'organization' };
export const byOrganization: Path = { column: 'org_id' };
export const byPerson: Path = { column: 'user_id', through: 'person' };

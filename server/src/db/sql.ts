/** Every difference between the two dialects has a name here, and is inspected nowhere else. */
import { sql, type RawBuilder } from 'kysely';

export type Dialect = 'sqlite' | 'postgres';

export interface ColumnTypes {
  /** A key that the database hands out, growing, never used twice. */
  autoId: string;
  int: string;
  bytes: string;
  /** What follows the closing parenthesis of a table that is only ever found by its primary key. */
  keyed: string;
}

export function columnTypes(dialect: Dialect): ColumnTypes {
  return dialect === 'sqlite'
    ? { autoId: 'INTEGER PRIMARY KEY AUTOINCREMENT', int: 'INTEGER', bytes: 'BLOB', keyed: ' WITHOUT ROWID' }
    : { autoId: 'bigserial PRIMARY KEY', int: 'bigint', bytes: 'bytea', keyed: '' };
}

/** DDL of the word index: FTS5 without a copy of the text, or a tsvector beside the message id. */
export function searchIndexDdl(dialect: Dialect): string[] {
  return dialect === 'sqlite'
    ? [
        `CREATE VIRTUAL TABLE message_search USING fts5(
           words, content='', contentless_delete=1, detail=full, tokenize="unicode61 remove_diacritics 0")`,
      ]
    : [
        'CREATE TABLE message_search (message_id bigint PRIMARY KEY, words tsvector NOT NULL)',
        'CREATE INDEX message_search_words ON message_search USING gin (words)',
      ];
}

export function insertSearchSql(dialect: Dialect): string {
  return dialect === 'sqlite'
    ? 'INSERT INTO message_search (rowid, words) VALUES (?, ?)'
    : "INSERT INTO message_search (message_id, words) VALUES ($1, array_to_tsvector(array_remove(string_to_array($2, ' '), '')))";
}

export function begin(dialect: Dialect): string {
  return dialect === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN';
}

/** Held to the end of the transaction: makes ids and positions visible in commit order across nodes. */
export function lockOrganization(dialect: Dialect): string {
  return dialect === 'sqlite'
    ? 'SELECT log_position FROM organization WHERE id = ?'
    : 'SELECT log_position FROM organization WHERE id = $1 FOR UPDATE';
}

/** `column IN (list)` that stays one prepared statement whatever the length of the list. */
export function inList(dialect: Dialect, column: string, ids: readonly number[]): RawBuilder<boolean> {
  return dialect === 'sqlite'
    ? sql<boolean>`${sql.ref(column)} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
    : sql<boolean>`${sql.ref(column)} = ANY(${sql.val(ids)}::bigint[])`;
}

/** `column IN (list)` for prepared statements: the value of the parameter is what `listValue` makes of the ids. */
export function inListParam(dialect: Dialect, column: string, list: unknown): RawBuilder<boolean> {
  return dialect === 'sqlite'
    ? sql<boolean>`${sql.ref(column)} IN (SELECT value FROM json_each(${list}))`
    : sql<boolean>`${sql.ref(column)} = ANY(${list}::bigint[])`;
}

export function listValue(dialect: Dialect, ids: readonly number[]): unknown {
  return dialect === 'sqlite' ? JSON.stringify(ids) : ids;
}

/** A second writer hit a row that is already there. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === '23505' || (code === 'ERR_SQLITE_ERROR' && (errcode === 2067 || errcode === 1555));
}

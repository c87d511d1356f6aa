/** Every difference between the two dialects has a name here, or in search-sql.ts for the word index, and is inspected nowhere else. */
import { sql, type RawBuilder } from 'kysely';
import { parseStored } from '../lib/json.ts';
import { fieldsIn } from '../lib/objects.ts';
import { errorCode } from '../lib/thrown.ts';

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

/** The bytes that the database takes, without what a log holds beside it. */
export function databaseSizeSql(dialect: Dialect): string {
  return dialect === 'sqlite'
    ? 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()'
    : 'SELECT pg_database_size(current_database()) AS bytes';
}

/**
 * Topics of a channel as the text of one JSON array, the last active first: parameters are the name shown for the empty
 * topic, the channel, and the id below which a newest message is too old. Made by the database, since there may be
 * 100,000 and nothing else looks at them: there from the index alone, in the order that it has.
 */
export function topicListSql(dialect: Dialect): string {
  return dialect === 'sqlite'
    ? `SELECT '[' || coalesce(group_concat('{"name":' || json_quote(iif(name = '', ?, name))
         || ',"max_id":' || last_message_id || '}', ','), '') || ']' AS topics
       FROM (SELECT name, last_message_id FROM topic WHERE channel_id = ? AND last_message_id >= ?
             ORDER BY last_message_id DESC)`
    : `SELECT '[' || coalesce(string_agg('{"name":' || to_json(CASE name WHEN '' THEN $1::text ELSE name END)::text
         || ',"max_id":' || last_message_id || '}', ',' ORDER BY last_message_id DESC), '') || ']' AS topics
       FROM topic WHERE channel_id = $2 AND last_message_id >= $3`;
}

/** How often an expression has which value, for the planner, which otherwise takes it for common. SQLite's looks at the index. */
export function expressionStatistics(
  dialect: Dialect,
  name: string,
  table: string,
  expression: string,
): string[] {
  return dialect === 'sqlite' ? [] : [`CREATE STATISTICS ${name} ON (${expression}) FROM ${table}`];
}

export function begin(dialect: Dialect): string {
  return dialect === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN';
}

/** One row if there is such a table. */
export const hasTable = (dialect: Dialect, name: string): string =>
  dialect === 'sqlite'
    ? `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '${name}'`
    : `SELECT 1 WHERE to_regclass('${name}') IS NOT NULL`;

/**
 * Held to the end of the transaction: one process at a time changes the schema. SQLite's writer is alone from `begin` on. The
 * last statement has a row if this process has the lock. Who waits for a table keeps all others from it, so not for long.
 */
export function tryLockSchema(dialect: Dialect): string[] {
  return dialect === 'sqlite'
    ? ['SELECT 1']
    : ['SET LOCAL lock_timeout = 2000', `SELECT 1 WHERE pg_try_advisory_xact_lock(${schemaLock})`];
}

const schemaLock = 0x6865_6465;

/** `column IN (list)` that stays one prepared statement whatever the length of the list. */
export function inList(dialect: Dialect, column: string, ids: readonly number[]): RawBuilder<boolean> {
  return dialect === 'sqlite'
    ? sql<boolean>`${sql.ref(column)} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
    : sql<boolean>`${sql.ref(column)} = ANY(${sql.val(ids)}::bigint[])`;
}

/**
 * A condition beside a list of ids. The plus keeps SQLite from an index that begins with the organization: it takes a list for longer than
 * an organization, and would go through all rows of that.
 */
export const ofOrganization = (orgId: unknown, column = 'org_id'): RawBuilder<boolean> =>
  sql<boolean>`+${sql.ref(column)} = ${orgId}`;

/** Rows of an organization by their ids. */
export const withIds = (dialect: Dialect, orgId: number, ids: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`(${inList(dialect, 'id', ids)} AND ${ofOrganization(orgId)})`;

/** `withIds` for prepared statements, with the list as for `inListParam`. */
export const withIdsParam = (dialect: Dialect, orgId: unknown, list: unknown): RawBuilder<boolean> =>
  sql<boolean>`(${inListParam(dialect, 'id', list)} AND ${ofOrganization(orgId)})`;

export function inTexts(dialect: Dialect, column: string, texts: readonly string[]): RawBuilder<boolean> {
  return dialect === 'sqlite'
    ? sql<boolean>`${sql.ref(column)} IN (SELECT value FROM json_each(${JSON.stringify(texts)}))`
    : sql<boolean>`${sql.ref(column)} = ANY(${sql.val(texts)}::text[])`;
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

/** A table named `listed` with the ids in its column `value`; the parameter is what `listValue` makes of them. */
export function listedIds(dialect: Dialect, list: unknown): RawBuilder<unknown> {
  return dialect === 'sqlite'
    ? sql`json_each(${list}) AS listed`
    : sql`unnest(${list}::bigint[]) AS listed (value)`;
}

/** A table of numbers with these columns, to be named by the statement. */
export function listedRows(
  dialect: Dialect,
  columns: readonly string[],
  rows: readonly (readonly number[])[],
): RawBuilder<unknown> {
  if (dialect === 'sqlite') {
    const values = columns.map((column, i) => sql`value ->> ${sql.lit(i)} AS ${sql.ref(column)}`);
    return sql`(SELECT ${sql.join(values)} FROM json_each(${JSON.stringify(rows)}))`;
  }
  const arrays = columns.map((_, i) => sql`${rows.map((row) => row[i])}::bigint[]`);
  return sql`(SELECT * FROM unnest(${sql.join(arrays)}) AS listed (${sql.join(columns.map((column) => sql.ref(column)))}))`;
}

/**
 * Aggregates integer columns of a group into one text for `splitNumbers`; null without rows. Thousands of rows reach
 * JavaScript several times faster this way than as objects. Null columns become 0.
 */
export function joinedNumbers(
  dialect: Dialect,
  ...columns: (string | RawBuilder<unknown>)[]
): RawBuilder<string | null> {
  const values = columns.map(
    (column) => sql`coalesce(${typeof column === 'string' ? sql.ref(column) : column}, 0)`,
  );
  return dialect === 'sqlite'
    ? sql`group_concat(${sql.join(values, sql` || ',' || `)})`
    : sql`string_agg(concat_ws(',', ${sql.join(values)}), ',')`;
}

export function splitNumbers(text: string | null): number[] {
  return text === null ? [] : parseStored(`[${text}]`);
}

/** All rows as the text of a JSON array of arrays: for thousands of rows with text, as `joinedNumbers` is for numbers. */
export function jsonRows(dialect: Dialect, columns: readonly RawBuilder<unknown>[]): RawBuilder<string> {
  return dialect === 'sqlite'
    ? sql`json_group_array(json_array(${sql.join(columns)}))`
    : sql`coalesce(json_agg(json_build_array(${sql.join(columns)})), '[]')::text`;
}

/** SQLite goes by an index on the column; PostgreSQL could not, since its order of texts is that of a language. */
export function beginsWith(dialect: Dialect, column: string, beginning: string): RawBuilder<boolean> {
  return dialect === 'sqlite'
    ? sql<boolean>`(${sql.ref(column)} >= ${beginning} AND ${sql.ref(column)} < ${`${beginning}\u{10FFFF}`})`
    : sql<boolean>`starts_with(${sql.ref(column)}, ${beginning})`;
}

export function greater(dialect: Dialect, a: unknown, b: unknown): RawBuilder<number> {
  return dialect === 'sqlite' ? sql`max(${a}, ${b})` : sql`greatest(${a}, ${b})`;
}

/**
 * The column is at least as great as each of the values. SQLite goes by one lower bound of an index only, so it gets the greatest;
 * PostgreSQL goes by all, and guesses better how many rows there are when they stand apart.
 */
export function atLeast(dialect: Dialect, column: string, ...values: unknown[]): RawBuilder<boolean> {
  const bounds = values.map((value) => sql`${sql.ref(column)} >= ${value}`);
  return dialect === 'sqlite' && values.length > 1
    ? sql<boolean>`${sql.ref(column)} >= max(${sql.join(values)})`
    : sql<boolean>`${sql.join(bounds, sql` AND `)}`;
}

/** The page cache of each of the two connections of SQLite. */
export const pageCacheKib = 16_000;

/** The most bytes of the database that this process keeps; undefined where another process does that. */
export const pageCacheBytes = (dialect: Dialect): number | undefined =>
  dialect === 'sqlite' ? 2 * pageCacheKib * 1024 : undefined;

/** A second writer hit a row that is already there. */
export function isUniqueViolation(error: unknown): boolean {
  const code = errorCode(error);
  const { errcode } = fieldsIn(error);
  return code === '23505' || (code === 'ERR_SQLITE_ERROR' && (errcode === 2067 || errcode === 1555));
}

export type BulkType = 'int' | 'text' | 'bytes';

/**
 * Inserts many rows: SQLite is given one row a run, PostgreSQL one array a column.
 * @param parametersBefore How many parameters the statement has before these.
 */
export function insertManySql(
  dialect: Dialect,
  table: string,
  columns: Readonly<Record<string, BulkType>>,
  parametersBefore = 0,
): string {
  const names = Object.keys(columns);
  if (dialect === 'sqlite')
    return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  const types = { int: 'bigint', text: 'text', bytes: 'bytea' } as const;
  const arrays = Object.values(columns).map((type, i) => `$${parametersBefore + i + 1}::${types[type]}[]`);
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})`;
}

/** An insert of one row by its values, for several. */
export const insertRowsSql = (statement: string, rows: number): string =>
  statement.replace(/(?<=VALUES )\([?, ]+\)/, (row) => Array.from({ length: rows }, () => row).join(', '));

/** What follows an insert whose rows take the place of those that are there. */
export const onConflictReplace = (key: readonly string[], column: string): string =>
  `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${column} = excluded.${column}`;

/**
 * IDs that the table gives next, for rows that are inserted with them in the same transaction. SQLite says the last one that
 * was given (no row: none was), PostgreSQL takes as many as the parameter says.
 */
export const nextIdsSql = (dialect: Dialect, table: string): string =>
  dialect === 'sqlite'
    ? `SELECT seq AS id FROM sqlite_sequence WHERE name = '${table}'`
    : `SELECT nextval(pg_get_serial_sequence('${table}', 'id')) AS id FROM generate_series(1, $1)`;

/** The same for all columns but the key's. */
export function onConflictReplaceAll(key: readonly string[], columns: readonly string[]): string {
  const others = columns.filter((column) => !key.includes(column));
  const sets = others.map((column) => `${column} = excluded.${column}`).join(', ');
  return `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${sets}`;
}

/** Whether `insertManySql` takes all rows at once, as columns. */
export const takesColumns = (dialect: Dialect): boolean => dialect === 'postgres';

/** Settings for a while in which nobody else uses the database: more memory, and fewer checkpoints of the log. */
export function bulkSettings(dialect: Dialect): string[] {
  return dialect === 'sqlite' ? ['PRAGMA cache_size = -131072', 'PRAGMA wal_autocheckpoint = 32768'] : [];
}

/** The same for an import, which keeps to little memory; the word index merges its parts less often. */
export const importSettings = (dialect: Dialect): string[] =>
  dialect === 'sqlite'
    ? ['PRAGMA cache_size = -12288', 'PRAGMA wal_autocheckpoint = 32768', setSearchMerge(16)]
    : [];

/** Settings of the connection that reads meanwhile, which looks up little. */
export const importReadSettings = (dialect: Dialect): string[] =>
  dialect === 'sqlite' ? ['PRAGMA cache_size = -4096'] : [];

/** After an import: as it was. */
export const afterImport = (dialect: Dialect): string[] => (dialect === 'sqlite' ? [setSearchMerge(4)] : []);

/** From how many parts of one size FTS5 makes one; 4 by default. Kept in the database. */
const setSearchMerge = (parts: number): string =>
  `INSERT INTO message_search (message_search, rank) VALUES ('automerge', ${parts})`;

/** How much FTS5 gathers before it writes; it keeps the setting. */
const setIndexMemory = (mebibytes: number): string =>
  `INSERT INTO message_search (message_search, rank) VALUES ('hashsize', ${mebibytes * 1024 ** 2})`;

/** After many rows: ids that were given count as handed out, and the planner learns what is there. */
export function afterBulk(dialect: Dialect, tables: readonly string[]): string[] {
  if (dialect === 'sqlite') return ['PRAGMA wal_checkpoint(TRUNCATE)'];
  const sequences = tables.map(
    (table) =>
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table} HAVING max(id) IS NOT NULL`,
  );
  return [...sequences, 'ANALYZE'];
}

/** Settings for restoring a database that nobody else uses: little memory at any size, and indexes built from files. */
export function restoreSettings(dialect: Dialect): Record<'before' | 'index' | 'after', string[]> {
  return dialect === 'sqlite'
    ? {
        before: [
          'PRAGMA foreign_keys = 0',
          'PRAGMA cache_size = -4096',
          'PRAGMA wal_autocheckpoint = 4096',
          'PRAGMA temp_store = 1',
        ],
        index: [setIndexMemory(4)],
        after: ['PRAGMA foreign_keys = 1', setIndexMemory(1)],
      }
    : { before: [], index: [], after: [] };
}

/** Rows whose parent is missing; PostgreSQL has refused them already. */
export const foreignKeyCheck = (dialect: Dialect): string =>
  dialect === 'sqlite' ? 'PRAGMA foreign_key_check' : 'SELECT 1 WHERE false';

/** Whether each statement is a round trip, so that the rows of a group of writes are stored with few. */
export const isRemote = (dialect: Dialect): boolean => dialect === 'postgres';

/** The value of a column of 0 and 1 that may be empty. */
export const optionalFlag = (value: number | null): boolean | null => (value === null ? null : value !== 0);

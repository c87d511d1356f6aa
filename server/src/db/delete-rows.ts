/**
 * Deletes by a column in all tables that have it, as the database itself lists them: a hand-written list would miss
 * the next one.
 */
import type { Connection } from './connection.ts';
import type { Schema } from './schema.ts';

/** Some may be of a newer version that uses the same database. */
async function tablesWith(connection: Connection, column: string): Promise<(keyof Schema)[]> {
  const rows = await connection.query(
    connection.dialect === 'sqlite'
      ? `SELECT t.name AS name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND c.name = ? ORDER BY t.name`
      : `SELECT t.relname AS name FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid
         WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind = 'r' AND c.attname = $1
           AND NOT c.attisdropped ORDER BY t.relname`,
    [column],
  );
  // The tables of the database are those of the schema.
  return rows.map(({ name }) => String(name) as keyof Schema);
}

/** Deletes the rows with one of these IDs in a column of this name, in all tables that have one. */
export async function deleteRowsWith(
  connection: Connection,
  { column, ids, kept }: { column: string; ids: readonly number[]; kept: ReadonlySet<keyof Schema> },
): Promise<void> {
  if (ids.length === 0) return;
  for (const table of await tablesWith(connection, column))
    if (!kept.has(table))
      await connection.run(`DELETE FROM ${table} WHERE ${column} IN (${ids.map(Number).join(',')})`, []);
}

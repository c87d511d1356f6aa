/** Tables by their columns, as the database itself names them: a list would forget the next one. */
import type { Connection } from './connection.ts';
import type { Schema } from './schema.ts';

/** In the order of their names; some may be of a newer version that uses the same database. */
export async function tablesWith(connection: Connection, column: string): Promise<(keyof Schema)[]> {
  const rows = await connection.query(
    connection.dialect === 'sqlite'
      ? `SELECT t.name AS name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND c.name = ? ORDER BY t.name`
      : `SELECT t.relname AS name FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid
         WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind = 'r' AND c.attname = $1
           AND NOT c.attisdropped ORDER BY t.relname`,
    [column],
  );
  return rows.map(({ name }) => String(name) as keyof Schema);
}

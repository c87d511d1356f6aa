/** What the database itself knows of references between its tables. */
import type { Query } from './catalog.ts';
import type { Dialect } from '../sql.ts';

/** Values of `column` are values of `key` in the table `parent`. */
export interface ForeignKey {
  table: string;
  column: string;
  parent: string;
  key: string;
}

const statements: Readonly<Record<Dialect, string>> = {
  sqlite: `SELECT m.name AS child, min(f."from") AS "column", f."table" AS parent, coalesce(min(f."to"), 'id') AS key
    FROM sqlite_master m, pragma_foreign_key_list(m.name) f
    WHERE m.type = 'table' GROUP BY m.name, f.id HAVING count(*) = 1`,
  postgres: `SELECT c.relname AS child, a.attname AS "column", p.relname AS parent, b.attname AS key
    FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
    JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1]
    JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = f.confkey[1]
    WHERE f.contype = 'f' AND cardinality(f.conkey) = 1 AND f.connamespace = current_schema()::regnamespace`,
};

/** Those of one column. */
export async function readForeignKeys(dialect: Dialect, query: Query): Promise<ForeignKey[]> {
  const rows = await query(statements[dialect]);
  return rows.map(({ child, column, parent, key }) => ({
    table: String(child),
    column: String(column),
    parent: String(parent),
    key: String(key),
  }));
}

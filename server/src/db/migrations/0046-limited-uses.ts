import { columnTypes, type Dialect } from '../sql.ts';

/** Failed sign-ins, and other rare things that nodes count together. */
export function limitedUses(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE limited_use (key text PRIMARY KEY, times text NOT NULL, expires_at ${t.int} NOT NULL)`,
    'CREATE INDEX limited_use_expires_at ON limited_use (expires_at)',
  ];
}

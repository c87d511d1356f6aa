import { columnTypes, type Dialect } from '../sql.ts';

export function channels(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `ALTER TABLE channel ADD COLUMN weekly_traffic ${t.int}`,
    `ALTER TABLE channel ADD COLUMN counted_at ${t.int} NOT NULL DEFAULT 0`,
    `ALTER TABLE subscription ADD COLUMN is_forgotten ${t.int} NOT NULL DEFAULT 0`,
  ];
}

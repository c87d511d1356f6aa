import { columnTypes, type Dialect } from '../sql.ts';

export function navigationViews(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE navigation_view (
       user_id ${t.int} NOT NULL, fragment text NOT NULL, is_pinned ${t.int} NOT NULL, name text,
       PRIMARY KEY (user_id, fragment))${t.keyed}`,
  ];
}

import { columnTypes, type Dialect } from '../sql.ts';

export function pictures(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE picture (
       org_id ${t.int} NOT NULL, kind text NOT NULL, holder_id ${t.int} NOT NULL, path text NOT NULL UNIQUE,
       PRIMARY KEY (org_id, kind, holder_id))${t.keyed}`,
  ];
}

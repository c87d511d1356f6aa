import { columnTypes, type Dialect } from '../sql.ts';

/** Archives of an organization that its administrators asked for. */
export function exports(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE organization_export (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id),
       acting_user_id ${t.int} NOT NULL REFERENCES person (id), kind text NOT NULL, path text NOT NULL UNIQUE,
       created_at ${t.int} NOT NULL, finished_at ${t.int}, failed_at ${t.int}, deleted_at ${t.int}, size ${t.int})`,
    'CREATE INDEX organization_export_created ON organization_export (org_id, created_at)',
  ];
}

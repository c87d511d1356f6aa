import { columnTypes, type Dialect } from '../sql.ts';

/** What administrators and operators changed. */
export function auditLog(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE audit_entry (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), created_at ${t.int} NOT NULL, actor_id ${t.int},
       source text NOT NULL, address text, client text, operation text, action text NOT NULL, target_type text NOT NULL,
       target_id ${t.int}, target_name text, before text, after text)`,
    'CREATE INDEX audit_entry_organization ON audit_entry (org_id, id)',
    'CREATE INDEX audit_entry_time ON audit_entry (created_at)',
  ];
}

import { columnTypes, type Dialect } from '../sql.ts';

/** Archives of other products that owners upload to have them imported. */
export function importRequests(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE import_request (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id),
       acting_user_id ${t.int} NOT NULL REFERENCES person (id), file_name text NOT NULL, size ${t.int} NOT NULL, path text,
       state text NOT NULL, choices text, progress text, report text, error text, run_id ${t.int},
       is_stopping ${t.int} NOT NULL DEFAULT 0, created_at ${t.int} NOT NULL, updated_at ${t.int} NOT NULL)`,
    'CREATE INDEX import_request_org ON import_request (org_id, id)',
    `ALTER TABLE resumable_upload ADD COLUMN purpose text NOT NULL DEFAULT 'attachment'`,
  ];
}

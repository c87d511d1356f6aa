import { columnTypes, type Dialect } from '../sql.ts';

export function tusUploads(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE resumable_upload (
       id text PRIMARY KEY, org_id ${t.int} NOT NULL, owner_id ${t.int} NOT NULL, name text NOT NULL,
       content_type text NOT NULL, size ${t.int} NOT NULL, received ${t.int} NOT NULL, path text,
       expires_at ${t.int} NOT NULL)${t.keyed}`,
    'CREATE INDEX resumable_upload_owner ON resumable_upload (org_id, owner_id)',
    'CREATE INDEX resumable_upload_expiry ON resumable_upload (expires_at)',
  ];
}

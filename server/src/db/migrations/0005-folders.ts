import { columnTypes, type Dialect } from '../sql.ts';

export function folders(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE channel_folder (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), name text NOT NULL,
       name_key text NOT NULL, description text NOT NULL, rendered_description text NOT NULL, creator_id ${t.int},
       created_at ${t.int} NOT NULL, is_archived ${t.int} NOT NULL DEFAULT 0, sort_order ${t.int} NOT NULL)`,
    'CREATE INDEX channel_folder_org ON channel_folder (org_id, sort_order)',
  ];
}

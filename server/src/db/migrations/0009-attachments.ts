import { columnTypes, type Dialect } from '../sql.ts';

export function attachments(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE attachment (
       id ${t.autoId}, org_id ${t.int} NOT NULL, owner_id ${t.int} NOT NULL, path text NOT NULL UNIQUE,
       name text NOT NULL, size ${t.int} NOT NULL, content_type text NOT NULL, created_at ${t.int} NOT NULL,
       unclaimed_since ${t.int}, width ${t.int}, height ${t.int}, is_animated ${t.int} NOT NULL DEFAULT 0,
       thumbnails text NOT NULL DEFAULT 'none')`,
    'CREATE INDEX attachment_owner ON attachment (org_id, owner_id)',
    'CREATE INDEX attachment_unclaimed ON attachment (unclaimed_since) WHERE unclaimed_since IS NOT NULL',
    `CREATE TABLE attachment_claim (
       attachment_id ${t.int} NOT NULL, message_id ${t.int} NOT NULL,
       PRIMARY KEY (attachment_id, message_id))${t.keyed}`,
    'CREATE INDEX attachment_claim_message ON attachment_claim (message_id)',
    `CREATE TABLE upload_space (org_id ${t.int} PRIMARY KEY, bytes ${t.int} NOT NULL)${t.keyed}`,
  ];
}

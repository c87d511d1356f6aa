import { columnTypes, type Dialect } from '../../sql.ts';

/** Uploaded files and who uses them, and archives for administrators. */
export function fileTables(dialect: Dialect): string[] {
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
    `CREATE TABLE resumable_upload (
       id text PRIMARY KEY, org_id ${t.int} NOT NULL, owner_id ${t.int} NOT NULL, name text NOT NULL,
       content_type text NOT NULL, size ${t.int} NOT NULL, received ${t.int} NOT NULL, path text,
       expires_at ${t.int} NOT NULL, parts text NOT NULL DEFAULT '[]', purpose text NOT NULL DEFAULT 'attachment')${t.keyed}`,
    'CREATE INDEX resumable_upload_owner ON resumable_upload (org_id, owner_id)',
    'CREATE INDEX resumable_upload_expiry ON resumable_upload (expires_at)',
    `CREATE TABLE picture (
       org_id ${t.int} NOT NULL, kind text NOT NULL, holder_id ${t.int} NOT NULL, path text NOT NULL UNIQUE,
       PRIMARY KEY (org_id, kind, holder_id))${t.keyed}`,
    `CREATE TABLE custom_emoji (
       id ${t.autoId}, org_id ${t.int} NOT NULL, name text NOT NULL, author_id ${t.int} NOT NULL,
       is_animated ${t.int} NOT NULL, is_deactivated ${t.int} NOT NULL DEFAULT 0, created_at ${t.int} NOT NULL)`,
    // A name means one emoji at a time.
    'CREATE UNIQUE INDEX custom_emoji_name ON custom_emoji (org_id, name) WHERE is_deactivated = 0',
    `CREATE TABLE organization_export (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id),
       acting_user_id ${t.int} NOT NULL REFERENCES person (id), kind text NOT NULL, path text NOT NULL UNIQUE,
       created_at ${t.int} NOT NULL, finished_at ${t.int}, failed_at ${t.int}, deleted_at ${t.int}, size ${t.int})`,
    'CREATE INDEX organization_export_created ON organization_export (org_id, created_at)',
  ];
}

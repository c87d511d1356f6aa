import { columnTypes, type Dialect } from '../../sql.ts';

/** Facts of the server, its nodes, its jobs, and imports. */
export function serverTables(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE server_fact (name text PRIMARY KEY, value text NOT NULL)${t.keyed}`,
    `CREATE TABLE node (
       id text PRIMARY KEY, slot text NOT NULL, address text NOT NULL, version text NOT NULL, files text NOT NULL,
       started_at ${t.int} NOT NULL, seen_at ${t.int} NOT NULL, schema ${t.int} NOT NULL, hosts text)`,
    `CREATE TABLE lease (name text PRIMARY KEY, holder text NOT NULL, fence ${t.int} NOT NULL)`,
    `CREATE TABLE job (
       id ${t.autoId}, org_id ${t.int} NOT NULL, kind text NOT NULL, payload text NOT NULL,
       run_at ${t.int} NOT NULL, attempts ${t.int} NOT NULL DEFAULT 0, last_error text,
       is_dead ${t.int} NOT NULL DEFAULT 0, created_at ${t.int} NOT NULL, claimed_by text,
       claims ${t.int} NOT NULL DEFAULT 0, crashes ${t.int} NOT NULL DEFAULT 0)`,
    'CREATE INDEX job_due ON job (run_at) WHERE is_dead = 0',
    // The web client’s files of each version that runs, since another node may be asked for them.
    `CREATE TABLE client_file (
       path text PRIMARY KEY, type text NOT NULL, gzip ${t.bytes} NOT NULL, used_at ${t.int} NOT NULL)`,
    `CREATE TABLE import_source (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), product text NOT NULL,
       origin text NOT NULL,
       UNIQUE (org_id, product, origin))`,
    `CREATE TABLE import_run (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id),
       source_id ${t.int} NOT NULL REFERENCES import_source (id), state text NOT NULL, options text NOT NULL,
       report text, started_at ${t.int} NOT NULL, ended_at ${t.int})`,
    'CREATE INDEX import_run_org ON import_run (org_id, id)',
    `CREATE TABLE import_item (
       source_id ${t.int} NOT NULL REFERENCES import_source (id), kind text NOT NULL, source_key text NOT NULL,
       local_id ${t.int} NOT NULL, run_id ${t.int} NOT NULL, is_ours ${t.int} NOT NULL DEFAULT 1,
       PRIMARY KEY (source_id, kind, source_key))${t.keyed}`,
    `CREATE TABLE import_request (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id),
       acting_user_id ${t.int} NOT NULL REFERENCES person (id), file_name text NOT NULL, size ${t.int} NOT NULL,
       path text, state text NOT NULL, choices text, progress text, report text, error text, run_id ${t.int},
       is_stopping ${t.int} NOT NULL DEFAULT 0, created_at ${t.int} NOT NULL, updated_at ${t.int} NOT NULL,
       attempts ${t.int} NOT NULL DEFAULT 0)`,
    'CREATE INDEX import_request_org ON import_request (org_id, id)',
    ...(dialect === 'sqlite' ? rowSumTables : []),
  ];
}

/**
 * Hashes of rows by blocks, and which rows have changed since; `db/row-sums` has the triggers, which follow the tables.
 * PostgreSQL has checksums of pages.
 */
const rowSumTables: readonly string[] = [
  `CREATE TABLE row_sum (
     name TEXT NOT NULL, block INTEGER NOT NULL, part INTEGER NOT NULL, sums BLOB NOT NULL,
     PRIMARY KEY (name, block, part)) WITHOUT ROWID`,
  `CREATE TABLE row_change (
     name TEXT NOT NULL, block INTEGER NOT NULL, part INTEGER NOT NULL, id INTEGER NOT NULL,
     PRIMARY KEY (name, block, part, id)) WITHOUT ROWID`,
];

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

import { columnTypes, type Dialect } from '../sql.ts';

/** What came from another product, and under which ID it is known there. */
export function imports(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE import_source (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), product text NOT NULL,
       origin text NOT NULL, UNIQUE (org_id, product, origin))`,
    `CREATE TABLE import_run (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id),
       source_id ${t.int} NOT NULL REFERENCES import_source (id), state text NOT NULL, options text NOT NULL,
       report text, started_at ${t.int} NOT NULL, ended_at ${t.int})`,
    'CREATE INDEX import_run_org ON import_run (org_id, id)',
    `CREATE TABLE import_item (
       source_id ${t.int} NOT NULL REFERENCES import_source (id), kind text NOT NULL, source_key text NOT NULL,
       local_id ${t.int} NOT NULL, run_id ${t.int} NOT NULL, is_ours ${t.int} NOT NULL DEFAULT 1,
       PRIMARY KEY (source_id, kind, source_key))${t.keyed}`,
  ];
}

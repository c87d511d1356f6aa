import { columnTypes, type Dialect } from '../sql.ts';

/** What pages that messages link to say of themselves, for a while. */
export function websitePreviews(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE website_preview (
       org_id ${t.int} NOT NULL REFERENCES organization (id), url_key text NOT NULL, preview text, expires_at ${t.int} NOT NULL,
       PRIMARY KEY (org_id, url_key))${t.keyed}`,
    'CREATE INDEX website_preview_expiry ON website_preview (expires_at)',
  ];
}

import { columnTypes, type Dialect } from '../sql.ts';

/** Sign-in methods that owners set up in the settings of their organization. */
export function signInProviders(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE sign_in_provider (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), slug text NOT NULL, kind text NOT NULL,
       settings text NOT NULL, secret_box text, is_enabled ${t.int} NOT NULL, created_at ${t.int} NOT NULL,
       updated_at ${t.int} NOT NULL, UNIQUE (org_id, slug))`,
    'ALTER TABLE external_identity ADD COLUMN picture_hash text',
  ];
}

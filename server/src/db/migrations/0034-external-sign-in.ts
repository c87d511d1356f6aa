import { columnTypes, type Dialect } from '../sql.ts';

/** Accounts as providers of sign-in know them, and which sessions began there. */
export function externalSignIn(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE external_identity (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id), issuer text NOT NULL,
       subject text NOT NULL, created_at ${t.int} NOT NULL, last_used_at ${t.int} NOT NULL, key_hash text, key_sid text,
       UNIQUE (org_id, issuer, subject), UNIQUE (org_id, issuer, user_id))`,
    'CREATE INDEX external_identity_user ON external_identity (user_id)',
    `ALTER TABLE session ADD COLUMN identity_id ${t.int}`,
    'ALTER TABLE session ADD COLUMN provider_sid text',
    'ALTER TABLE session ADD COLUMN id_token text',
    'CREATE INDEX session_identity ON session (identity_id) WHERE identity_id IS NOT NULL',
  ];
}

import { columnTypes, type Dialect } from '../sql.ts';

/** Keys of authenticators that sign people in. */
export function passkeys(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE passkey (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id), credential_id text NOT NULL,
       public_key text NOT NULL, counter ${t.int} NOT NULL, name text NOT NULL, created_at ${t.int} NOT NULL,
       last_used_at ${t.int}, UNIQUE (org_id, credential_id))`,
    'CREATE INDEX passkey_user ON passkey (user_id)',
  ];
}

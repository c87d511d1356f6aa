import { columnTypes, type Dialect } from '../sql.ts';

/** Browsers that are signed in, and the links in emails by which a password or an address is changed. */
export function sessions(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE session (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id),
       token_hash text NOT NULL UNIQUE, user_agent text NOT NULL, created_at ${t.int} NOT NULL,
       last_seen_at ${t.int} NOT NULL, expires_at ${t.int} NOT NULL)`,
    'CREATE INDEX session_owner ON session (user_id)',
    'CREATE INDEX session_expiry ON session (expires_at)',
    `CREATE TABLE account_link (
       token_hash text PRIMARY KEY, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id),
       kind text NOT NULL, email text NOT NULL, created_at ${t.int} NOT NULL, expires_at ${t.int} NOT NULL)${t.keyed}`,
    'CREATE INDEX account_link_owner ON account_link (user_id, kind)',
    'CREATE INDEX account_link_expiry ON account_link (expires_at)',
  ];
}

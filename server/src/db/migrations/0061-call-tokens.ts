import { columnTypes, type Dialect } from '../sql.ts';

/** Accounts of people at services for calls. */
export function callTokens(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE call_token (
       org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id), provider text NOT NULL,
       token_box text NOT NULL, account_id text, created_at ${t.int} NOT NULL, PRIMARY KEY (user_id, provider))${t.keyed}`,
    'CREATE INDEX call_token_account ON call_token (provider, account_id)',
  ];
}

import { columnTypes, type Dialect } from '../sql.ts';

/** The second step of signing in with a password, and which organizations require it. */
export function twoFactor(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE two_factor (
       user_id ${t.int} PRIMARY KEY REFERENCES person (id), org_id ${t.int} NOT NULL, secret_box text NOT NULL,
       last_step ${t.int} NOT NULL, created_at ${t.int} NOT NULL)`,
    'CREATE INDEX two_factor_organization ON two_factor (org_id)',
    `CREATE TABLE recovery_code (
       user_id ${t.int} NOT NULL REFERENCES person (id), org_id ${t.int} NOT NULL, code_hash text NOT NULL,
       PRIMARY KEY (user_id, code_hash))`,
    `CREATE TABLE sign_in_policy (
       org_id ${t.int} PRIMARY KEY REFERENCES organization (id), two_factor_from ${t.int})`,
  ];
}

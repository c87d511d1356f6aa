import { columnTypes, type Dialect } from '../sql.ts';

/** Provisioning by SCIM: who may, and what the identity provider calls users and groups. */
export function scim(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE scim_token (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), name text NOT NULL, token_hash text NOT NULL UNIQUE,
       created_at ${t.int} NOT NULL, last_used_at ${t.int})`,
    'CREATE INDEX scim_token_organization ON scim_token (org_id)',
    `CREATE TABLE scim_resource (
       org_id ${t.int} NOT NULL REFERENCES organization (id), kind text NOT NULL, local_id ${t.int} NOT NULL,
       external_id text NOT NULL, PRIMARY KEY (org_id, kind, local_id))`,
  ];
}

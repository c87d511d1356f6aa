import { columnTypes, type Dialect } from '../sql.ts';

/** Devices that people sign in on, and the push tokens that older apps give. */
export function devices(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE client_device (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id),
       created_at ${t.int} NOT NULL)`,
    'CREATE INDEX client_device_user ON client_device (user_id)',
    `CREATE TABLE push_token (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id), kind text NOT NULL,
       token text NOT NULL, app_id text, registered_at ${t.int} NOT NULL, UNIQUE (org_id, kind, token))`,
    'CREATE INDEX push_token_user ON push_token (user_id)',
  ];
}

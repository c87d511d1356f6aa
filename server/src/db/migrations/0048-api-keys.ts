import { columnTypes, type Dialect } from '../sql.ts';

/** Named API keys, and the event queues that were registered with one. */
export function apiKeys(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE api_key (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id), name text NOT NULL,
       key_hash text NOT NULL UNIQUE, scopes text NOT NULL, channel_id ${t.int}, created_at ${t.int} NOT NULL, expires_at ${t.int},
       last_used_at ${t.int})`,
    'CREATE INDEX api_key_user ON api_key (user_id)',
    'CREATE INDEX api_key_expires_at ON api_key (expires_at) WHERE expires_at IS NOT NULL',
    `ALTER TABLE event_queue ADD COLUMN key_id ${t.int}`,
    'CREATE INDEX event_queue_key ON event_queue (key_id) WHERE key_id IS NOT NULL',
  ];
}

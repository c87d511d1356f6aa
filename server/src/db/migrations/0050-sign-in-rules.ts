import { columnTypes, type Dialect } from '../sql.ts';

/** Rules of sign-ins: how long sessions last, from which address they are used, and known devices; and forced changes of passwords. */
export function signInRules(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    'ALTER TABLE session ADD COLUMN address text',
    `ALTER TABLE event_queue ADD COLUMN session_id ${t.int}`,
    'CREATE INDEX event_queue_session ON event_queue (session_id) WHERE session_id IS NOT NULL',
    `ALTER TABLE sign_in_policy ADD COLUMN session_hours ${t.int}`,
    `ALTER TABLE sign_in_policy ADD COLUMN idle_minutes ${t.int}`,
    `ALTER TABLE sign_in_policy ADD COLUMN min_password_length ${t.int}`,
    `ALTER TABLE person ADD COLUMN must_change_password ${t.int} NOT NULL DEFAULT 0`,
    `CREATE TABLE known_device (
       user_id ${t.int} NOT NULL REFERENCES person (id), org_id ${t.int} NOT NULL, device_hash text NOT NULL,
       created_at ${t.int} NOT NULL, last_seen_at ${t.int} NOT NULL, PRIMARY KEY (user_id, device_hash))`,
    'CREATE INDEX known_device_last_seen_at ON known_device (last_seen_at)',
  ];
}

import { columnTypes, type Dialect } from '../sql.ts';

/** Decisions about notifications, and what receives push notifications. */
export function push(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE notification_decision (
       user_id ${t.int} NOT NULL, message_id ${t.int} NOT NULL, org_id ${t.int} NOT NULL, cause text, obstacle text,
       ways ${t.int} NOT NULL, push_state ${t.int} NOT NULL, decided_at ${t.int} NOT NULL, changed_at ${t.int} NOT NULL,
       PRIMARY KEY (user_id, message_id))${t.keyed}`,
    'CREATE INDEX notification_decision_waiting ON notification_decision (user_id) WHERE push_state = 2',
    'CREATE INDEX notification_decision_shown ON notification_decision (user_id) WHERE push_state IN (3, 4)',
    'CREATE INDEX notification_decision_changed ON notification_decision (changed_at)',
    `CREATE TABLE push_subscription (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id), session_id ${t.int},
       kind text NOT NULL, endpoint text NOT NULL, endpoint_hash text NOT NULL, p256dh text NOT NULL, auth text NOT NULL,
       name text NOT NULL, created_at ${t.int} NOT NULL, delivered_at ${t.int}, failed_at ${t.int}, last_error text,
       UNIQUE (org_id, endpoint_hash))`,
    'CREATE INDEX push_subscription_user ON push_subscription (user_id)',
  ];
}

import { columnTypes, type Dialect } from '../../sql.ts';

/** The event log, its queues, and what is sent to phones, mailboxes and services. */
export function deliveryTables(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    // One number, made of the organization and the position, finds an entry: one tree instead of a table and an index.
    `CREATE TABLE event_log (
       place ${t.int} PRIMARY KEY, org_id ${t.int} NOT NULL, position ${t.int} NOT NULL, type text NOT NULL,
       payload text NOT NULL, audience text NOT NULL, touched text, created_at ${t.int} NOT NULL,
       shift ${t.int} NOT NULL DEFAULT 0)`,
    `CREATE TABLE event_queue (
       id text PRIMARY KEY, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL, options text NOT NULL,
       created_at ${t.int} NOT NULL, acknowledged ${t.int} NOT NULL, last_seen_at ${t.int} NOT NULL,
       idle_timeout_ms ${t.int} NOT NULL, key_id ${t.int}, session_id ${t.int})`,
    'CREATE INDEX event_queue_user ON event_queue (user_id)',
    'CREATE INDEX event_queue_org ON event_queue (org_id, acknowledged)',
    'CREATE INDEX event_queue_key ON event_queue (key_id) WHERE key_id IS NOT NULL',
    'CREATE INDEX event_queue_session ON event_queue (session_id) WHERE session_id IS NOT NULL',
    `CREATE TABLE missed_email (
       user_id ${t.int} NOT NULL, message_id ${t.int} NOT NULL, org_id ${t.int} NOT NULL,
       conversation text NOT NULL, cause text NOT NULL, state ${t.int} NOT NULL, changed_at ${t.int} NOT NULL,
       PRIMARY KEY (user_id, message_id))${t.keyed}`,
    'CREATE INDEX missed_email_waiting ON missed_email (user_id, conversation) WHERE state = 0',
    'CREATE INDEX missed_email_changed ON missed_email (changed_at)',
    `CREATE TABLE digest_email (
       user_id ${t.int} PRIMARY KEY REFERENCES person (id), org_id ${t.int} NOT NULL,
       considered_at ${t.int} NOT NULL)`,
    `CREATE TABLE notification_decision (
       user_id ${t.int} NOT NULL, message_id ${t.int} NOT NULL, org_id ${t.int} NOT NULL, cause text,
       obstacle text, ways ${t.int} NOT NULL, push_state ${t.int} NOT NULL, decided_at ${t.int} NOT NULL,
       changed_at ${t.int} NOT NULL,
       PRIMARY KEY (user_id, message_id))${t.keyed}`,
    'CREATE INDEX notification_decision_waiting ON notification_decision (user_id) WHERE push_state = 2',
    'CREATE INDEX notification_decision_shown ON notification_decision (user_id) WHERE push_state IN (3, 4)',
    'CREATE INDEX notification_decision_changed ON notification_decision (changed_at)',
    'CREATE INDEX notification_decision_message ON notification_decision (message_id) WHERE push_state IN (3, 4)',
    `CREATE TABLE push_subscription (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id),
       session_id ${t.int}, kind text NOT NULL, endpoint text NOT NULL, endpoint_hash text NOT NULL,
       p256dh text NOT NULL, auth text NOT NULL, name text NOT NULL, created_at ${t.int} NOT NULL,
       delivered_at ${t.int}, failed_at ${t.int}, last_error text,
       UNIQUE (org_id, endpoint_hash))`,
    'CREATE INDEX push_subscription_user ON push_subscription (user_id)',
    `CREATE TABLE client_device (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id),
       created_at ${t.int} NOT NULL, push_key_id ${t.int}, token_updated_at ${t.int}, push_key text,
       token_kind text, token_id text, pending_token_id text, registration_error text, app_token text)`,
    'CREATE INDEX client_device_user ON client_device (user_id)',
    `CREATE TABLE push_token (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id),
       kind text NOT NULL, token text NOT NULL, app_id text, registered_at ${t.int} NOT NULL,
       UNIQUE (org_id, kind, token))`,
    'CREATE INDEX push_token_user ON push_token (user_id)',
    `CREATE TABLE outgoing_delivery (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id),
       user_id ${t.int} NOT NULL REFERENCES person (id), message_id ${t.int}, trigger_name text NOT NULL,
       attempt ${t.int} NOT NULL, sent_at ${t.int} NOT NULL, ms ${t.int} NOT NULL, status ${t.int}, error text,
       response text)`,
    'CREATE INDEX outgoing_delivery_bot ON outgoing_delivery (user_id, id)',
    'CREATE INDEX outgoing_delivery_sent ON outgoing_delivery (org_id, sent_at)',
    `CREATE TABLE incoming_webhook (
       user_id ${t.int} PRIMARY KEY REFERENCES person (id), noticed_at ${t.int} NOT NULL DEFAULT 0,
       secret_box text, template_topic text, template_content text)`,
    `CREATE TABLE slash_command (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), name text NOT NULL,
       description text NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id),
       group_id ${t.int} NOT NULL REFERENCES user_group (id),
       UNIQUE (org_id, name))`,
  ];
}

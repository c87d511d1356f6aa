import { columnTypes, type Dialect } from '../sql.ts';

export function notifications(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE missed_email (
       user_id ${t.int} NOT NULL, message_id ${t.int} NOT NULL, org_id ${t.int} NOT NULL, conversation text NOT NULL,
       cause text NOT NULL, state ${t.int} NOT NULL, changed_at ${t.int} NOT NULL,
       PRIMARY KEY (user_id, message_id))${t.keyed}`,
    'CREATE INDEX missed_email_waiting ON missed_email (user_id, conversation) WHERE state = 0',
    'CREATE INDEX missed_email_changed ON missed_email (changed_at)',
    `CREATE INDEX subscription_notified ON subscription (channel_id)
       WHERE email_notifications = 1 OR push_notifications = 1`,
  ];
}

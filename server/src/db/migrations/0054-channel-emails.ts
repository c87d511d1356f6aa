import { columnTypes, type Dialect } from '../sql.ts';

/** Addresses by which emails are posted to channels. */
export function channelEmails(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE channel_email (
       token text PRIMARY KEY, org_id ${t.int} NOT NULL, channel_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id),
       sender_id ${t.int} NOT NULL, created_at ${t.int} NOT NULL, UNIQUE (channel_id, user_id, sender_id))`,
    'CREATE INDEX channel_email_user ON channel_email (user_id)',
  ];
}

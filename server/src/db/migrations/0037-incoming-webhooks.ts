import { columnTypes, type Dialect } from '../sql.ts';

/** What is known of bots that services post to. */
export function incomingWebhooks(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE incoming_webhook (
       user_id ${t.int} PRIMARY KEY REFERENCES person (id), noticed_at ${t.int} NOT NULL DEFAULT 0)`,
  ];
}

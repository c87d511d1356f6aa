import { columnTypes, type Dialect } from '../sql.ts';

/** What came of the last requests to the addresses of outgoing webhooks. */
export function outgoingDeliveries(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE outgoing_delivery (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id),
       user_id ${t.int} NOT NULL REFERENCES person (id), message_id ${t.int}, trigger_name text NOT NULL,
       attempt ${t.int} NOT NULL, sent_at ${t.int} NOT NULL, ms ${t.int} NOT NULL, status ${t.int}, error text, response text)`,
    'CREATE INDEX outgoing_delivery_bot ON outgoing_delivery (user_id, id)',
    'CREATE INDEX outgoing_delivery_sent ON outgoing_delivery (org_id, sent_at)',
  ];
}

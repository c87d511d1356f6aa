import { columnTypes, type Dialect } from '../sql.ts';

export function later(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE draft (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL, type text NOT NULL, recipients text NOT NULL,
       topic text NOT NULL, content text NOT NULL, changed_at ${t.int} NOT NULL)`,
    'CREATE INDEX draft_user ON draft (user_id)',
    `CREATE TABLE saved_snippet (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL, title text NOT NULL, content text NOT NULL,
       created_at ${t.int} NOT NULL)`,
    'CREATE INDEX saved_snippet_user ON saved_snippet (user_id)',
    `CREATE TABLE scheduled_message (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL, channel_id ${t.int}, recipients text NOT NULL,
       topic text NOT NULL, content text NOT NULL, rendered text NOT NULL, client text NOT NULL,
       deliver_at ${t.int} NOT NULL, keeps_unread ${t.int} NOT NULL, is_failed ${t.int} NOT NULL,
       target_message_id ${t.int})`,
    'CREATE INDEX scheduled_message_user ON scheduled_message (user_id, deliver_at)',
  ];
}

import { columnTypes, type Dialect } from '../sql.ts';

export function bots(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE bot (
       user_id ${t.int} PRIMARY KEY, sending_channel_id ${t.int}, events_channel_id ${t.int},
       hears_all_public ${t.int} NOT NULL, payload_url text, interface ${t.int}, token text, config text NOT NULL)`,
    `CREATE TABLE bot_storage (
       user_id ${t.int} NOT NULL, entry_key text NOT NULL, value text NOT NULL,
       PRIMARY KEY (user_id, entry_key))${t.keyed}`,
  ];
}

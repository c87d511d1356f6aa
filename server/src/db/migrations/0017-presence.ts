import { columnTypes, type Dialect } from '../sql.ts';

export function presence(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE presence (
       user_id ${t.int} PRIMARY KEY, org_id ${t.int} NOT NULL, active_at ${t.int} NOT NULL,
       connected_at ${t.int} NOT NULL, update_id ${t.int} NOT NULL)`,
    'CREATE INDEX presence_org ON presence (org_id)',
    `CREATE TABLE user_status (
       user_id ${t.int} PRIMARY KEY, org_id ${t.int} NOT NULL, status_text text NOT NULL, emoji_name text NOT NULL,
       emoji_code text NOT NULL, kind text NOT NULL)`,
    'CREATE INDEX user_status_org ON user_status (org_id)',
  ];
}

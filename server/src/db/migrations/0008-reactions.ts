import { columnTypes, type Dialect } from '../sql.ts';

export function reactions(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE reaction (
       id ${t.autoId}, message_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL, emoji_name text NOT NULL,
       emoji_code text NOT NULL, kind text NOT NULL, UNIQUE (message_id, kind, emoji_code, user_id))`,
  ];
}

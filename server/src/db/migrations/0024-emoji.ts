import { columnTypes, type Dialect } from '../sql.ts';

export function customEmoji(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE custom_emoji (
       id ${t.autoId}, org_id ${t.int} NOT NULL, name text NOT NULL, author_id ${t.int} NOT NULL,
       is_animated ${t.int} NOT NULL, is_deactivated ${t.int} NOT NULL DEFAULT 0, created_at ${t.int} NOT NULL)`,
    // A name means one emoji at a time.
    'CREATE UNIQUE INDEX custom_emoji_name ON custom_emoji (org_id, name) WHERE is_deactivated = 0',
  ];
}

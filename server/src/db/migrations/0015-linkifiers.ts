import { columnTypes, type Dialect } from '../sql.ts';

export function linkifiers(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE linkifier (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), pattern text NOT NULL,
       url_template text NOT NULL, example_input text, reverse_template text,
       alternative_url_templates text NOT NULL DEFAULT '[]', sort_order ${t.int} NOT NULL)`,
    'CREATE INDEX linkifier_org ON linkifier (org_id, sort_order)',
    `CREATE TABLE playground (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), name text NOT NULL,
       language text NOT NULL, url_template text NOT NULL)`,
    'CREATE INDEX playground_org ON playground (org_id)',
    `CREATE TABLE submessage (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), message_id ${t.int} NOT NULL,
       sender_id ${t.int} NOT NULL, kind text NOT NULL, content text NOT NULL)`,
    'CREATE INDEX submessage_message ON submessage (message_id, id)',
  ];
}

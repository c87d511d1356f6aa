import { columnTypes, type Dialect } from '../sql.ts';

export function profileFields(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE profile_field (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), type ${t.int} NOT NULL, name text NOT NULL,
       name_key text NOT NULL, hint text NOT NULL, field_data text NOT NULL, sort_order ${t.int} NOT NULL,
       is_required ${t.int} NOT NULL, is_editable ${t.int} NOT NULL, is_in_summary ${t.int} NOT NULL,
       is_for_matching ${t.int} NOT NULL)`,
    'CREATE UNIQUE INDEX profile_field_name ON profile_field (org_id, name_key)',
    `CREATE TABLE profile_value (
       user_id ${t.int} NOT NULL REFERENCES person (id), field_id ${t.int} NOT NULL REFERENCES profile_field (id),
       value text NOT NULL, rendered text, PRIMARY KEY (user_id, field_id))${t.keyed}`,
    'CREATE INDEX profile_value_field ON profile_value (field_id)',
  ];
}

import { columnTypes, type Dialect } from '../sql.ts';

export function defaultChannelGroups(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE default_channel_group (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), name text NOT NULL,
       description text NOT NULL, channel_ids text NOT NULL, UNIQUE (org_id, name))`,
  ];
}

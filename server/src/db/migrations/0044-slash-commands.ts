import { columnTypes, type Dialect } from '../sql.ts';

/** Commands of an organization that call an outgoing webhook. */
export function slashCommands(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE slash_command (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), name text NOT NULL, description text NOT NULL,
       user_id ${t.int} NOT NULL REFERENCES person (id), group_id ${t.int} NOT NULL REFERENCES user_group (id),
       UNIQUE (org_id, name))`,
  ];
}

import { columnTypes, type Dialect } from '../sql.ts';

/** Where the memberships of someone ended with the account, so that they begin again with it. */
export function deactivations(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE deactivation (
       user_id ${t.int} PRIMARY KEY REFERENCES person (id), position ${t.int} NOT NULL)${t.keyed}`,
  ];
}

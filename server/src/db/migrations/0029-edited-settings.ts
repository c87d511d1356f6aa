import { columnTypes, type Dialect } from '../sql.ts';

/** Which settings people have changed themselves. */
export function editedSettings(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE edited_setting (
       user_id ${t.int} NOT NULL, name text NOT NULL,
       PRIMARY KEY (user_id, name))${t.keyed}`,
    // Until now nobody else could: what differs from the server's defaults may well have been chosen.
    dialect === 'sqlite'
      ? 'INSERT INTO edited_setting SELECT p.id, s.key FROM person p, json_each(p.settings) s'
      : 'INSERT INTO edited_setting SELECT p.id, s.key FROM person p, json_object_keys(p.settings::json) AS s(key)',
  ];
}

import { columnTypes, type Dialect } from '../sql.ts';

/** Permissions that deactivated people held by name, so that they come back with the account. */
export function restingPermissions(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE resting_permission (
       user_id ${t.int} NOT NULL REFERENCES person (id), org_id ${t.int} NOT NULL,
       place text NOT NULL, place_id ${t.int} NOT NULL, name text NOT NULL, left_value text NOT NULL,
       PRIMARY KEY (user_id, place, place_id, name))${t.keyed}`,
    'CREATE INDEX resting_permission_by_place ON resting_permission (place, place_id, name)',
  ];
}

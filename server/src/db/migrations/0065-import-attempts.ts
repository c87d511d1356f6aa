import { columnTypes, type Dialect } from '../sql.ts';

/** Imports that end with the process are not begun again for ever. */
export function importAttempts(dialect: Dialect): string[] {
  return [`ALTER TABLE import_request ADD COLUMN attempts ${columnTypes(dialect).int} NOT NULL DEFAULT 0`];
}

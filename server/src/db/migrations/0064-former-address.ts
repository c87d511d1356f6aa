import { columnTypes, type Dialect } from '../sql.ts';

/** Organizations that ask the former address too before an email address changes. */
export function formerAddress(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [`ALTER TABLE sign_in_policy ADD COLUMN confirm_former_email ${t.int} NOT NULL DEFAULT 0`];
}

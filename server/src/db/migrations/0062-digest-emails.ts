import { columnTypes, type Dialect } from '../sql.ts';

/** Who was last considered for a digest. */
export function digestEmails(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE digest_email (
       user_id ${t.int} PRIMARY KEY REFERENCES person (id), org_id ${t.int} NOT NULL, considered_at ${t.int} NOT NULL)`,
  ];
}

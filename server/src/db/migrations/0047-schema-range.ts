import { columnTypes, type Dialect } from '../sql.ts';

/**
 * For two versions side by side: how many migrations the version of a running node knows (one from before this column knows
 * fewer), and the files of the web client that any of them may be asked for.
 */
export function schemaRange(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `ALTER TABLE node ADD COLUMN schema ${t.int} NOT NULL DEFAULT 46`,
    `CREATE TABLE client_file (
       path text PRIMARY KEY, type text NOT NULL, gzip ${t.bytes} NOT NULL, used_at ${t.int} NOT NULL)`,
  ];
}

import { columnTypes, type Dialect } from '../sql.ts';

/** The processes that serve a database together, which of them does what there is once, and who runs a job. */
export function nodes(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE node (
       id text PRIMARY KEY, slot text NOT NULL, address text NOT NULL, version text NOT NULL, files text NOT NULL,
       started_at ${t.int} NOT NULL, seen_at ${t.int} NOT NULL)`,
    `CREATE TABLE lease (name text PRIMARY KEY, holder text NOT NULL, fence ${t.int} NOT NULL)`,
    'ALTER TABLE job ADD COLUMN claimed_by text',
    `ALTER TABLE job ADD COLUMN claims ${t.int} NOT NULL DEFAULT 0`,
  ];
}

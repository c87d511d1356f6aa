import { columnTypes, type Dialect } from '../sql.ts';

/** Work that is done after a response, and retried until it succeeds. */
export function jobs(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE job (
       id ${t.autoId}, org_id ${t.int} NOT NULL, kind text NOT NULL, payload text NOT NULL,
       run_at ${t.int} NOT NULL, attempts ${t.int} NOT NULL DEFAULT 0, last_error text,
       is_dead ${t.int} NOT NULL DEFAULT 0, created_at ${t.int} NOT NULL)`,
    'CREATE INDEX job_due ON job (run_at) WHERE is_dead = 0',
  ];
}

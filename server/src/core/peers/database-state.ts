/** What nodes ask the database that they share, once a second. */
import type { Db } from '../../db/db.ts';

/** The clock of the database, in milliseconds since 1970, and what changes with the list of organizations. */
export async function readDatabaseState({ connection }: Db): Promise<{ now: number; list: string }> {
  const [row] = await connection.query(
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
       (SELECT count(*) || ' ' || coalesce(max(id), 0) FROM organization) AS list`,
    [],
  );
  return { now: Number(row?.now), list: String(row?.list) };
}

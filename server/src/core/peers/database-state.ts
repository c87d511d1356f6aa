/** What nodes ask the database that they share, once a second. */
import type { Db } from '../../db/db.ts';

export interface DatabaseState {
  /** The clock of the database, in milliseconds since 1970. */
  now: number;
  /** Changes with the list of organizations. */
  list: string;
  /** Grows when another version of the server runs. */
  generation: number;
  /** Which one it is: differs from that of every copy, and changes when PostgreSQL starts again. */
  identity: string;
}

export async function readDatabaseState({ connection }: Db): Promise<DatabaseState> {
  const [row] = await connection.query(
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
       (SELECT count(*) || ' ' || coalesce(max(id), 0) FROM organization) AS list,
       (SELECT value FROM server_fact WHERE name = 'generation') AS generation,
       (SELECT oid FROM pg_database WHERE datname = current_database())
         || ' ' || extract(epoch FROM pg_postmaster_start_time()) AS identity`,
    [],
  );
  return {
    now: Number(row?.now),
    list: String(row?.list),
    generation: Number(row?.generation ?? 0),
    identity: String(row?.identity),
  };
}

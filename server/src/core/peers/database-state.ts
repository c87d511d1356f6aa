/** What nodes ask the database that they share, once a second. */
import type { Db } from '../../db/db.ts';

export interface DatabaseState {
  /** The clock of the database, in milliseconds since 1970. */
  now: number;
  /** Changes with the list of organizations. */
  list: string;
  /** Of the server: grows when the version that runs changes. */
  generation: number;
}

export async function readDatabaseState({ connection }: Db): Promise<DatabaseState> {
  const [row] = await connection.query(
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
       (SELECT count(*) || ' ' || coalesce(max(id), 0) FROM organization) AS list,
       (SELECT value FROM server_fact WHERE name = 'generation') AS generation`,
    [],
  );
  return { now: Number(row?.now), list: String(row?.list), generation: Number(row?.generation ?? 0) };
}

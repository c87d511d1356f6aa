import type { Connection } from '../connection.ts';

/** The application name of sessions that write, as PostgreSQL lists them. */
export const writerName = 'heddle-writer-2';

/** The name in versions without a bound of message ids, which store messages below it. */
const earlierName = 'heddle-writer';

/** Every role of a database may read this. A transaction that locks or writes a row holds a lock of its table to the end. */
const writingSql = `SELECT virtualtransaction AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'relation' AND granted AND mode IN ('RowShareLock', 'RowExclusiveLock')
    AND relation IN ('organization'::regclass, 'message'::regclass)
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND application_name IN ('${writerName}', '${earlierName}')`;

/** Names the transactions of all nodes that have locked an organization or stored a message. */
export async function listWriting(connection: Pick<Connection, 'query'>): Promise<Set<string>> {
  const rows = await connection.query(writingSql, []);
  return new Set(rows.map(({ name }) => String(name)));
}

const earlierSql = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = '${earlierName}' LIMIT 1`;

/** Whether a node is alive, as during an upgrade, that does not compare the ids that it has kept with the bound. */
export async function haveEarlierWriters(connection: Pick<Connection, 'query'>): Promise<boolean> {
  return (await connection.query(earlierSql, [])).length > 0;
}

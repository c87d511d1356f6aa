/** Finds out at start whether a pooler stands before PostgreSQL that Heddle cannot use, instead of failing in many ways later. */
import type pg from 'pg';
import { StorageFault } from '../../lib/storage/faults.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import type { Row } from '../connection.ts';

interface Queryable {
  query(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

/** What the sessions of Heddle say when they begin. */
const settings = 'extra_float_digits, options, statement_timeout';

/**
 * Settings, prepared statements and the advisory lock belong to a session. A pooler that lends one to several connections would
 * mix these up: the idle one that a connection has just used serves the next.
 * @throws StartRefused
 */
export async function refusePooler(writer: Queryable, reader: Queryable): Promise<void> {
  const pids: number[] = [];
  for (const connection of [writer, reader, writer]) pids.push(await getPid(connection));
  const [first, second, third] = pids;
  if (first !== third || first === second) {
    // The pooler keeps the session, whose lock would keep out the next start past it.
    await writer.query({ text: 'SELECT pg_advisory_unlock_all()' }).catch(() => undefined);
    throw new StartRefused(
      'Connections to the database share sessions of PostgreSQL, as behind PgBouncer with pool_mode = transaction or statement. ' +
        'Connect to PostgreSQL directly, or use pool_mode = session.',
    );
  }
}

async function getPid(connection: Queryable): Promise<number> {
  try {
    const { rows } = await connection.query({ text: 'SELECT pg_backend_pid() AS pid' });
    return Number(rows[0]?.pid);
  } catch (error) {
    const { message } =
      error instanceof StorageFault && error.cause instanceof Error ? error.cause : new Error();
    if (!message.includes('startup parameter')) throw error;
    throw new StartRefused(
      `The pooler before PostgreSQL refuses a setting of sessions (${message}). With PgBouncer, set ignore_startup_parameters = ${settings}.`,
    );
  }
}

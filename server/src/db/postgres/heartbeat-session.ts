/**
 * The session for a node's heartbeat. It is separate, since writes may wait for other nodes and reads for a free
 * session, neither of which means that a node is dead. A second one asks whether PostgreSQL responds while a heartbeat is waited for.
 */
import pg from 'pg';
import type { Row } from '../connection.ts';

/** A heartbeat that took longer would come too late. */
const timeoutMs = 3000;
/** Shorter, so that PostgreSQL itself reports a statement that waits for a lock: without a response it would be taken for silent. */
const statementMs = 2500;

export class Control {
  readonly #pool: pg.Pool;
  readonly #sessions = new Set<pg.PoolClient>();
  #closed: Promise<void> | undefined;

  constructor(url: string, types: pg.CustomTypesConfig) {
    this.#pool = new pg.Pool({
      connectionString: url,
      types,
      max: 2,
      application_name: 'heddle-node',
      connectionTimeoutMillis: timeoutMs,
      statement_timeout: statementMs,
      query_timeout: timeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    // A lost session is replaced by the pool; the next heartbeat says whether the server is gone.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (session) => this.#sessions.add(session));
    this.#pool.on('remove', (session) => this.#sessions.delete(session));
  }

  query(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    return this.#pool.query<Row>(config);
  }

  /** @throws pg.DatabaseError if PostgreSQL responds with an error, another one if it does not respond */
  async probe(): Promise<void> {
    if (!this.#closed) await this.query({ text: 'SELECT 1' });
  }

  /** May be called again. */
  close(): Promise<void> {
    return (this.#closed ??= endPool(this.#pool, this.#sessions));
  }
}

// Ends sessions within a moment: PostgreSQL that does not respond, as when it is frozen, would never close their
// connections.

/** A server that responds needs a round trip. */
const goodbyeMs = 500;

export const endSession = (client: pg.Client): Promise<void> => endInTime(client.end(), [client]);

/** @param sessions Those of the pool that are connected. What they still wait for when the time is over fails. */
export const endPool = (pool: pg.Pool, sessions: Iterable<Pick<pg.Client, 'connection'>>): Promise<void> =>
  endInTime(pool.end(), sessions);

async function endInTime(
  ended: Promise<void>,
  sessions: Iterable<Pick<pg.Client, 'connection'>>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => {
    for (const { connection } of sessions) connection.stream.destroy();
    resolve(undefined);
  }, goodbyeMs);
  try {
    await Promise.race([ended, promise]);
  } finally {
    clearTimeout(timer);
  }
}

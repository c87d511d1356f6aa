/** Ends sessions within a moment: PostgreSQL that does not respond, as when it is frozen, would never close their connections. */
import type pg from 'pg';

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

/**
 * Uses counted against limits, in PostgreSQL, by its clock: those of nodes may differ. A row holds the times of one
 * key, oldest first, in milliseconds since 1970 separated by spaces.
 */
import type { Db } from './db.ts';

const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
/** Aggregates the uses of a row that still count. */
const counted = (what: string): string =>
  `(SELECT ${what} FROM unnest(string_to_array(uses.times, ' ')) AS time WHERE time::bigint > ${now} - $2::bigint)`;

/**
 * Until the transaction ends, no other one changes uses: groups of writes that touch the same keys in different orders would wait
 * for each other forever. Nothing to lock in the embedded database, which one process writes.
 */
export async function lockUses({ connection, dialect }: Db): Promise<void> {
  if (dialect === 'postgres')
    await connection.query("SELECT pg_advisory_xact_lock(hashtextextended('heddle limited uses', 0))", []);
}

/** @returns whether it was counted: there were fewer than `count` within the time. */
export async function addUse(
  { connection }: Db,
  key: string,
  lengthMs: number,
  count: number,
): Promise<boolean> {
  const rows = await connection.query(
    `INSERT INTO limited_use AS uses (key, times, expires_at) VALUES ($1, ${now}::text, ${now} + $2::bigint)
     ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at,
       times = concat_ws(' ', ${counted("string_agg(time, ' ' ORDER BY time::bigint)")}, excluded.times)
       WHERE ${counted('count(*)')} < $3::bigint
     RETURNING 1`,
    [key, lengthMs, count],
  );
  return rows.length > 0;
}

/** @returns whether nothing was marked with this key, or what was has ended; in either database */
export async function markUsed(
  { q }: Db,
  key: string,
  { now, until }: { now: number; until: number },
): Promise<boolean> {
  const row = await q
    .insertInto('limited_use')
    .values({ key, times: '', expires_at: until })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ expires_at: until }).where('limited_use.expires_at', '<=', now),
    )
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns milliseconds since each use within the time, oldest first */
export async function readAges({ connection }: Db, key: string, lengthMs: number): Promise<number[]> {
  const rows = await connection.query(
    `SELECT ${now} - time::bigint AS age FROM limited_use, unnest(string_to_array(times, ' ')) AS time
     WHERE key = $1 AND time::bigint > ${now} - $2::bigint ORDER BY time::bigint`,
    [key, lengthMs],
  );
  return rows.map(({ age }) => Number(age));
}

export async function removeLastUse({ connection }: Db, key: string): Promise<void> {
  await connection.run(
    "UPDATE limited_use SET times = regexp_replace(times, ' ?[0-9]+$', '') WHERE key = $1",
    [key],
  );
}

export async function deleteUses({ q }: Db, keys: readonly string[]): Promise<void> {
  for (const key of keys) await q.deleteFrom('limited_use').where('key', '=', key).execute();
}

/** @returns keys of rows of which nothing counts at `now`, in milliseconds since 1970. */
export async function findExpiredUses({ q }: Db, now: number, limit: number): Promise<string[]> {
  const rows = await q
    .selectFrom('limited_use')
    .select('key')
    .where('expires_at', '<=', now)
    .limit(limit)
    .execute();
  return rows.map(({ key }) => key);
}

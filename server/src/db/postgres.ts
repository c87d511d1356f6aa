/** PostgreSQL through `pg`: one client that writes, a pool that reads. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Connection, Row } from './connection.ts';
import { StartRefused } from './refused.ts';
import { marksIn, type Mark } from './migration-marks.ts';

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];

const types = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
};

interface Queryable {
  query(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

class PostgresConnection implements Connection {
  readonly dialect = 'postgres';
  readonly #target: Queryable;
  readonly #names = new Map<string, string>();
  readonly close: () => Promise<void>;

  constructor(target: Queryable, close: () => Promise<void>) {
    this.#target = target;
    this.close = close;
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    return (await this.#target.query(this.#config(sql, parameters))).rows;
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<number> {
    return (await this.#target.query(this.#config(sql, parameters))).rowCount ?? 0;
  }

  /** Named statements are prepared once per connection by the server; bounded, since a name is kept for good. */
  #config(text: string, parameters: readonly unknown[]): pg.QueryConfig {
    if (parameters.length === 0) return { text };
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < 300) {
      name = `h${this.#names.size}`;
      this.#names.set(text, name);
    }
    return name === undefined ? { text, values: [...parameters] } : { name, text, values: [...parameters] };
  }
}

/** A client takes one query at a time; actions may ask for several at once. */
function inTurn(client: pg.Client): Queryable {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query(config) {
      const answer = last.then(() => client.query<Row>(config));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}

export interface PostgresServer {
  writer: PostgresConnection;
  reader: PostgresConnection;
}

export async function openPostgres(url: string, onLost: (error: Error) => void): Promise<PostgresServer> {
  const client = new pg.Client({ connectionString: url, types, application_name: 'heddle-writer' });
  client.on('error', onLost);
  await client.connect();
  await client.query('SET synchronous_commit = on');
  await refuse(client);
  await lockDatabase(client);
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: 8,
    application_name: 'heddle-reader',
    options: '-c default_transaction_read_only=on',
  });
  // A reader lost between two queries is replaced by the pool; the next query tells if the server is gone.
  pool.on('error', () => undefined);
  return {
    writer: new PostgresConnection(inTurn(client), () => client.end()),
    reader: new PostgresConnection(pool, () => pool.end()),
  };
}

const lockNumber = 0x6865_6464;
const lockAttempts = 25;

/**
 * One process writes: a second one would hand out log positions that the first does not know of. Waits a little, since
 * the session of a killed process takes a moment to end.
 */
async function lockDatabase(client: pg.Client): Promise<void> {
  for (let attempt = 0; attempt < lockAttempts; attempt++) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      lockNumber,
    ]);
    if (rows[0]?.taken) return;
    await sleep(200);
  }
  await client.end();
  throw new StartRefused('Another process is using this PostgreSQL database.');
}

async function refuse(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ synchronous_commit: string; version: string }>(
    "SELECT current_setting('synchronous_commit') AS synchronous_commit, current_setting('server_version_num') AS version",
  );
  const row = rows[0];
  if (row?.synchronous_commit !== 'on')
    throw new StartRefused('PostgreSQL did not accept synchronous_commit = on.');
  if (Number(row.version) < 150_000)
    throw new StartRefused(`PostgreSQL 15 or newer is needed; this one says ${row.version}.`);
}

/** What there is, without a lock and without a change. */
export async function inspectPostgres(
  url: string,
): Promise<{ version: string; marks: Mark[] | null; bytes: number }> {
  const client = new pg.Client({ connectionString: url, types, application_name: 'heddle-doctor' });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; bytes: number; has_schema: boolean }>(
      `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
        to_regclass('migration') IS NOT NULL AS has_schema`,
    );
    const [found] = rows;
    if (!found?.has_schema) return { version: found?.version ?? '', marks: null, bytes: found?.bytes ?? 0 };
    const done = await client.query<Row>('SELECT * FROM migration ORDER BY number');
    return { version: found.version, marks: marksIn(done.rows), bytes: found.bytes };
  } finally {
    await client.end();
  }
}

/** PostgreSQL through `pg`: one session that writes, a pool that reads. */
import pg from 'pg';
import { StorageFault } from '../../lib/storage/faults.ts';
import type { Connection, Row } from '../connection.ts';
import { Db } from '../db.ts';
import { migrate } from '../migrate.ts';
import { marksIn, type Mark } from '../migration-marks.ts';
import type { Opened, OpenOptions } from '../open.ts';
import { BeginAgain, isDeadlock, isOutdatedPlan } from './begin-again.ts';
import { Control } from './heartbeat-session.ts';
import { getDeadlines } from './postgres-deadlines.ts';
import { isRefusal } from './postgres-faults.ts';
import { Readers } from './postgres-readers.ts';
import { WriterSession } from './postgres-session.ts';
import { ResponseWatch } from './response-watch.ts';
import { StartRefused } from '../../lib/start-refused.ts';

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];

const types = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : // The driver types the result of its parsers as anything.
        (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
};

interface Queryable {
  query(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

class PostgresConnection implements Connection {
  readonly dialect = 'postgres';
  readonly #target: Queryable;
  /** Whether a statement may be in a transaction, which as a whole has to begin again when the schema was changed. */
  readonly #hasTransactions: boolean;
  readonly #names = new Map<string, string>();
  /** Names are not used again for what is prepared again. */
  #schema = 0;
  readonly close: () => Promise<void>;

  constructor(target: Queryable, close: () => Promise<void>, { hasTransactions = false } = {}) {
    this.#target = target;
    this.#hasTransactions = hasTransactions;
    this.close = close;
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    return (await this.#ask(sql, parameters)).rows;
  }

  /** @throws BeginAgain in a transaction */
  async #ask(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult<Row>> {
    const schema = this.#schema;
    try {
      return await this.#target.query(this.#config(sql, parameters));
    } catch (error) {
      if (this.#hasTransactions && isDeadlock(error))
        throw new BeginAgain('Another transaction goes first.', { cause: error });
      if (!isOutdatedPlan(error)) throw error;
      if (schema === this.#schema) {
        this.#schema++;
        this.#names.clear();
      }
      if (this.#hasTransactions) throw new BeginAgain('The schema was changed.', { cause: error });
      return this.#target.query(this.#config(sql, parameters));
    }
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<number> {
    const { command, rowCount } = await this.#ask(sql, parameters);
    // PostgreSQL does not refuse to commit a failed transaction: it rolls it back.
    if (sql === 'COMMIT' && command !== 'COMMIT') throw new Error('The transaction was rolled back.');
    return rowCount ?? 0;
  }

  /** Named statements are prepared once per connection by the server; bounded, since a name is kept for good. */
  #config(text: string, parameters: readonly unknown[]): pg.QueryConfig {
    if (parameters.length === 0) return { text };
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < 300) {
      name = `h${this.#schema}_${this.#names.size}`;
      this.#names.set(text, name);
    }
    return name === undefined ? { text, values: [...parameters] } : { name, text, values: [...parameters] };
  }
}

export async function openPostgres(
  url: string,
  report: (fault: StorageFault) => void,
  inspect: (db: Db) => Promise<void>,
  {
    isShared,
    isAlone,
    reportReads = () => undefined,
    ...migrating
  }: Pick<OpenOptions, 'list' | 'isShared' | 'isAlone' | 'announce' | 'watch' | 'reportReads'>,
): Promise<Opened> {
  const watch = new ResponseWatch();
  const session = new WriterSession(url, types, report, { isShared, isAlone, watch });
  const readers = new Readers(url, { types, report, reportReads, watch });
  const control = new Control(url, types);
  const closeAll = async () => {
    watch.stop();
    await Promise.all([session, readers, control].map((part) => part.close()));
  };
  try {
    await session.connect(firstConnectMs);
    await refusePooler(session, readers);
    const writer = new Db(new PostgresConnection(session, () => session.close(), { hasTransactions: true }));
    await inspect(writer);
    await migrate(writer, migrating);
    await session.limit(getDeadlines(url));
    watch.start({
      probe: () => control.probe(),
      onSilence(error) {
        const fault = new StorageFault('unreachable', error);
        session.drop(error);
        readers.drop(fault);
        // If there was no session that writes to be lost.
        report(fault);
      },
    });
    session.watchForLoss((config) => control.query(config));
    return {
      writer,
      reader: new Db(new PostgresConnection(readers, () => readers.close())),
      // Heartbeats, too, show that PostgreSQL responds.
      control: new PostgresConnection({ query: (config) => watch.during(control.query(config)) }, () =>
        control.close(),
      ),
      async recover(kind) {
        await session.reconnect(againConnectMs);
        if (kind !== 'unreachable') await session.proveRoom();
        await session.proveDurability();
        readers.renew();
        await readers.query({ text: 'SELECT 1' }).catch(ignoreRefusal);
      },
      // PostgreSQL verifies the checksums of pages itself whenever it reads one.
      verify: () => Promise.resolve([]),
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Writes do not need the sessions that read, which are tried again with each read. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof StorageFault && isRefusal(error.cause))) throw error;
}

const firstConnectMs = 10_000;
/** Short, so that a server that came back is found soon though a packet to it was lost while it was away. */
const againConnectMs = 1500;

/** What there is, without a lock and without a change. */
export async function inspectPostgres(
  url: string,
): Promise<{ version: string; marks: Mark[] | null; bytes: number }> {
  const client = new pg.Client({ connectionString: url, types, application_name: 'heddle-doctor' });
  // The next query fails on a connection that was lost between two.
  client.on('error', () => undefined);
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

// Finds out at start whether a pooler stands before PostgreSQL that Heddle cannot use, instead of failing in many ways
// later.

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

/**
 * The one PostgreSQL session that writes. A lost session is not resumed: whatever is in progress in it fails, and
 * later statements are refused until `reconnect` has made another, which no statement of an earlier transaction can
 * reach.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StorageFault } from '../../lib/storage/faults.ts';
import type { Row } from '../connection.ts';
import { writeSomething } from '../earlier-commits.ts';
import { endSession } from './heartbeat-session.ts';
import { LostSessionWatch, type SessionState } from './lost-session.ts';
import type { Deadlines, TimedQuery } from './postgres-deadlines.ts';
import { isSilence, isUnconfirmed, postgresFault } from './postgres-faults.ts';
import type { ResponseWatch } from './response-watch.ts';
import { refuseTls } from './refuse-tls.ts';
import { writerName } from './writing.ts';
import { StartRefused } from '../../lib/start-refused.ts';

const lockNumber = 0x6865_6464;
const lockAttempts = 25;
/** The time limit of each of the few small statements that a session begins with. */
const beginningMs = 5000;
/**
 * A node that was frozen, or lost its network, within a transaction: after this its transaction is rolled back, and its lock of
 * the organization is free.
 */
const idleInTransactionMs = 5000;
/** The time limit of a commit that waits for a synchronous standby after an outage: a missing standby is a state, not a slow write. */
const confirmationMs = 4000;

const severalNodes =
  'Several nodes can share it if each keeps files in S3 (--s3-bucket) or in a shared folder (--files-dir with --files-shared).';
const stopAll = 'Stop it first: where several nodes run, all of them ("heddle nodes" lists them).';

/** A process of the database server: numbers of processes are used again, moments are not. */
interface Backend {
  pid: number;
  startedAt: string;
}

export class WriterSession {
  readonly #url: string;
  readonly #types: pg.CustomTypesConfig;
  readonly #report: (fault: StorageFault) => void;
  readonly #isShared: boolean;
  readonly #isAlone: boolean;
  readonly #watch: ResponseWatch;
  readonly #lossWatch = new LostSessionWatch();
  #client: pg.Client | undefined;
  /** The process of the newest session, which may outlive our end of it. */
  #backend: Backend | undefined;
  #deadlines: Deadlines | undefined;
  #isCorked = false;

  /**
   * @param options `isShared`: whether other nodes may write to the same database. `isAlone`: whether this is for work for which all nodes
   * have to be stopped.
   */
  constructor(
    url: string,
    types: pg.CustomTypesConfig,
    report: (fault: StorageFault) => void,
    {
      isShared = false,
      isAlone = false,
      watch,
    }: { isShared?: boolean | undefined; isAlone?: boolean | undefined; watch: ResponseWatch },
  ) {
    this.#isShared = isShared;
    this.#isAlone = isAlone;
    this.#watch = watch;
    this.#url = url;
    this.#types = types;
    this.#report = report;
  }

  /** Sent at once, in the order of the calls: who asks several things before the first response waits for one round trip. */
  async query(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const client = this.#client;
    if (!client) throw new StorageFault('unreachable');
    this.#cork(client);
    try {
      const sent = client.query<Row>(within(this.#deadlines?.responseMs, config));
      const result = await this.#watch.during(this.#lossWatch.during(sent));
      // Lost while the response was on its way, which counts for nothing then.
      if (client !== this.#client) throw new StorageFault('unreachable');
      return result;
    } catch (error) {
      const fault = postgresFault(error, { mayWrite: true });
      if (!fault) throw error;
      if (fault.kind === 'unreachable') this.#lose(client, error);
      else this.#report(fault);
      throw fault;
    }
  }

  /** Statements of one call leave in one packet: each packet is a system call here, and wakes the server's process there. */
  #cork({ connection: { stream } }: pg.Client): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    stream.cork();
    queueMicrotask(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  /** Ends the session, whatever it waits for. What it was about to commit may be stored. */
  drop(error: Error): void {
    if (this.#client) this.#lose(this.#client, error);
  }

  /** @param ask Asks in another session, which has no part in what this one waits for. */
  watchForLoss(ask: (config: pg.QueryConfig) => Promise<pg.QueryResult<Row>>): void {
    this.#lossWatch.start({
      inspect: () => this.#inspectState(ask),
      onLoss: (error) => this.drop(error),
    });
  }

  async #inspectState(
    ask: (config: pg.QueryConfig) => Promise<pg.QueryResult<Row>>,
  ): Promise<SessionState | undefined> {
    const client = this.#client;
    // What is large may still be on its way.
    if (!client || !this.#backend || client.connection.stream.writableLength > 0) return undefined;
    const { pid, startedAt } = this.#backend;
    const text = `SELECT wait_event = 'ClientRead' AS is_waiting, state_change::text AS since
      FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2`;
    const [row] = (await ask({ text, values: [pid, startedAt] })).rows;
    return row && { isWaiting: row.is_waiting === true, since: String(row.since) };
  }

  #lose(client: pg.Client, error: unknown): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    discard(client);
    this.#report(new StorageFault('unreachable', error));
  }

  /** @throws StartRefused for a server that cannot be used, StorageFault for one that cannot be reached. */
  async connect(timeoutMs: number): Promise<void> {
    const client = this.#makeClient(timeoutMs);
    client.on('error', (error) => this.#lose(client, error));
    client.on('notice', (notice) => {
      if (isUnconfirmed(notice)) this.#lose(client, new Error(notice.message));
    });
    try {
      await client.connect();
      // Warnings, since one of them says that a commit is not confirmed.
      const settings = 'SET synchronous_commit = on; SET client_min_messages = warning';
      await client.query(within(beginningMs, { text: settings }));
      // Not as the session begins, where a name in the URL would replace it: others look for it.
      await client.query(within(beginningMs, { text: `SET application_name = '${writerName}'` }));
      if (this.#deadlines) await this.#limitStatements(client, this.#deadlines);
      const backend = await inspectBackend(client);
      await this.#lock(client);
      this.#backend = backend;
      this.#client = client;
    } catch (error) {
      discard(client);
      throw postgresFault(error, { mayWrite: true }) ?? refuseTls(error) ?? error;
    }
  }

  #makeClient(timeoutMs: number): pg.Client {
    try {
      return new pg.Client({
        connectionString: this.#url,
        types: this.#types,
        pipeline: true,
        connectionTimeoutMillis: timeoutMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
      });
    } catch (error) {
      throw refuseTls(error) ?? error;
    }
  }

  /** From here on statements have deadlines. Migrations take as long as they take. */
  async limit(deadlines: Deadlines): Promise<void> {
    this.#deadlines = deadlines;
    if (this.#client) await this.#limitStatements(this.#client, deadlines);
  }

  async #limitStatements(client: pg.Client, { statementMs, responseMs }: Deadlines): Promise<void> {
    const limits = [`statement_timeout = ${Math.round(statementMs)}`];
    if (this.#isShared) limits.push(`idle_in_transaction_session_timeout = ${idleInTransactionMs}`);
    for (const limit of limits) await client.query(within(responseMs, { text: `SET ${limit}` }));
  }

  /** Continues with the session that there is, if it responds, or makes another. */
  async reconnect(timeoutMs: number): Promise<void> {
    const client = this.#client;
    if (client && (await responses(client, timeoutMs))) return;
    this.#client = undefined;
    if (client) discard(client);
    await this.connect(timeoutMs);
  }

  /**
   * One process writes, or several that know of each other: one that does not would hand out log positions unknown to the first.
   * Waits a little, since the session of a killed process takes a moment to end; our own former one, which may not know yet,
   * is ended.
   */
  async #lock(client: pg.Client): Promise<void> {
    const attemptLock = `pg_try_advisory_lock${this.#isShared ? '_shared' : ''}`;
    if (this.#isShared && this.#backend) await endBackend(client, this.#backend);
    for (let attempt = 0; attempt < lockAttempts; attempt++) {
      const text = `SELECT ${attemptLock}(${lockNumber}) AS taken`;
      const { rows } = await client.query<{ taken: boolean }>(within(beginningMs, { text }));
      if (rows[0]?.taken) return;
      if (this.#backend) await endBackend(client, this.#backend);
      await sleep(this.#backend ? 50 : 200);
    }
    if (this.#backend) throw new StorageFault('taken');
    const remedy = this.#isAlone ? stopAll : severalNodes;
    throw new StartRefused(`Another process is using this PostgreSQL database. ${remedy}`);
  }

  /** Writes a megabyte and rolls it back. @throws StorageFault when there is no space for it. */
  async proveRoom(): Promise<void> {
    await this.query({ text: 'BEGIN' });
    try {
      const rows = 'SELECT repeat(md5(i::text), 32) AS filler FROM generate_series(1, 1024) AS i';
      await this.query({ text: `CREATE TEMPORARY TABLE storage_probe ON COMMIT DROP AS ${rows}` });
    } finally {
      await this.query({ text: 'ROLLBACK' });
    }
  }

  /**
   * Commits something, for which PostgreSQL waits until it is as durable as all commits before it, those included that a
   * synchronous standby had not confirmed when the session was lost.
   * @throws StorageFault if no standby confirms it
   */
  async proveDurability(): Promise<void> {
    const client = this.#client;
    if (!client) throw new StorageFault('unreachable');
    try {
      await client.query(within(confirmationMs, { text: writeSomething }));
      if (client !== this.#client) throw new StorageFault('unreachable');
    } catch (error) {
      this.#lose(client, isSilence(error) ? new Error('a commit waits for a synchronous standby') : error);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#lossWatch.stop();
    const client = this.#client;
    this.#client = undefined;
    if (client) await endSession(client);
  }
}

const within = (query_timeout: number | undefined, config: pg.QueryConfig): TimedQuery =>
  query_timeout === undefined ? config : { ...config, query_timeout };

/** Without a goodbye, which would wait for responses of a server that may be out of reach. */
function discard(client: pg.Client): void {
  client.end().catch(() => undefined);
  client.connection.stream.destroy();
}

async function responses(client: pg.Client, timeoutMs: number): Promise<boolean> {
  return client.query(within(timeoutMs, { text: 'SELECT 1' })).then(
    () => true,
    () => false,
  );
}

async function inspectBackend(client: pg.Client): Promise<Backend> {
  const { rows } = await client.query<
    Record<'synchronous_commit' | 'version' | 'is_read_only' | 'encoding' | 'started_at', string> & {
      has_schema: boolean;
      pid: number;
    }
  >(
    within(beginningMs, {
      text: `SELECT current_setting('synchronous_commit') AS synchronous_commit,
      current_setting('server_version_num') AS version, current_setting('transaction_read_only') AS is_read_only,
      current_setting('server_encoding') AS encoding, to_regclass('migration') IS NOT NULL AS has_schema,
      pid, backend_start::text AS started_at FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
    }),
  );
  const [row] = rows;
  if (row?.synchronous_commit !== 'on')
    throw new StartRefused('PostgreSQL did not accept synchronous_commit = on.');
  if (Number(row.version) < 150_000)
    throw new StartRefused(`PostgreSQL 15 or newer is required; this server reports ${row.version}.`);
  // A database in use is not refused, so that an upgrade never stops a server; `heddle doctor` reports it.
  if (row.encoding !== 'UTF8' && !row.has_schema)
    throw new StartRefused(
      `The encoding of the PostgreSQL database is ${row.encoding}, not UTF8. Recreate it: createdb --encoding=UTF8 --template=template0.`,
    );
  if (row.is_read_only === 'on') throw new StorageFault('read_only');
  return { pid: row.pid, startedAt: row.started_at };
}

async function endBackend(client: pg.Client, { pid, startedAt }: Backend): Promise<void> {
  const text = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid = $1 AND backend_start::text = $2 AND application_name = '${writerName}'`;
  await client.query(within(beginningMs, { text, values: [pid, startedAt] }));
}

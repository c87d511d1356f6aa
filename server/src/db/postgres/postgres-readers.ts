/**
 * The pool of PostgreSQL sessions that read. A session lost between two queries, or under one, is replaced unseen. That reads fail
 * says nothing of the session that writes: while PostgreSQL begins no new session, as after a change of the password, reads
 * take turns for those that there are.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StorageFault } from '../../lib/storage/faults.ts';
import type { Row } from '../connection.ts';
import { isDeadlock } from './begin-again.ts';
import { endPool } from './heartbeat-session.ts';
import { getDeadlines } from './postgres-deadlines.ts';
import { isEndOfSession, isRefusal, isSilence, postgresFault } from './postgres-faults.ts';
import type { ResponseWatch } from './response-watch.ts';

const mostSessions = 8;
/** Kept without use, so that reads continue while new sessions are refused. */
const fewestSessions = 2;
/** Waiting for a free session counts as well, so this is long. */
const timeoutMs = 10_000;
/** How long a database that could not be reached is not tried again: each attempt starts a process of a server that may be recovering. */
const awayMs = 100;
/** The same for one that responds to nothing, unless it is known before that it does again: each attempt takes seconds. */
const silentMs = 5000;
/** While new sessions are refused, how often another one is tried. */
const betweenTriesMs = 1000;
/** How often a read is repeated that had to give way; a migration waits for two seconds at a time, and a deadlock is found after one. */
const mostDeadlocks = 5;
/** How often it is looked whether a former pool is still needed. */
const betweenLooksMs = 100;
/** As many reads wait at most, which bounds the memory of requests while the database is slow. */
const mostWaiting = 20_000;

interface ReaderOptions {
  types: pg.CustomTypesConfig;
  /** Called with what concerns the whole database. */
  report: (fault: StorageFault) => void;
  /** Called when reads begin to fail because there is no session, with the fault, and when there is one again. */
  reportReads: (fault?: StorageFault) => void;
  watch: ResponseWatch;
}

export class Readers {
  readonly #url: string;
  readonly #options: ReaderOptions;
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #sessions = new Set<pg.PoolClient>();
  #pool: pg.Pool;
  /** Why the database could not be reached, and until when that counts. */
  #away: { fault: StorageFault; until: number } | undefined;
  #isFailing = false;

  constructor(url: string, options: ReaderOptions) {
    this.#url = url;
    this.#options = options;
    this.#pool = this.#open();
  }

  #open(): pg.Pool {
    const { statementMs, responseMs } = getDeadlines(this.#url);
    const pool = new pg.Pool({
      connectionString: this.#url,
      types: this.#options.types,
      max: mostSessions,
      min: fewestSessions,
      application_name: 'heddle-reader',
      options: '-c default_transaction_read_only=on',
      connectionTimeoutMillis: timeoutMs,
      statement_timeout: statementMs,
      query_timeout: responseMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    // A reader lost between two queries is replaced by the pool; the next query shows whether the server is down.
    pool.on('error', () => undefined);
    pool.on('connect', (session) => this.#sessions.add(session));
    pool.on('remove', (session) => this.#sessions.delete(session));
    return pool;
  }

  /**
   * Repeats a read whose session was lost, unless it took long already, and one that a migration of another node made fail: reading
   * twice is harmless. Where PostgreSQL has ended many sessions at once, each of them may say so only when it is used.
   */
  async query(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    if (this.#away && performance.now() < this.#away.until) throw this.#away.fault;
    if (this.#waiting.size >= mostWaiting) throw new StorageFault('busy');
    for (let attempt = 1; ; attempt++) {
      const pool = this.#pool;
      try {
        const result = await this.#ask(pool, config);
        this.#note(undefined);
        return result;
      } catch (error) {
        if (isRefusal(error)) this.#useSessions(pool);
        if (!this.#isRepeated(error, pool, attempt)) throw this.#noted(error, pool);
      }
    }
  }

  #ask(pool: pg.Pool, config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult<Row>>();
    this.#waiting.add(reject);
    void this.#options.watch
      .during(pool.query<Row>(config))
      .then(resolve, reject)
      .finally(() => this.#waiting.delete(reject));
    return promise;
  }

  #isRepeated(error: unknown, pool: pg.Pool, attempt: number): boolean {
    if (isRefusal(error)) return pool.totalCount > 0 && attempt <= mostSessions;
    if (isDeadlock(error)) return attempt <= mostDeadlocks;
    if (isEndOfSession(error)) return attempt <= mostSessions;
    const isLost = postgresFault(error, { mayWrite: false })?.kind === 'unreachable';
    return (
      isLost && attempt === 1 && !isSilence(error) && !isCrowded(error) && !(error instanceof StorageFault)
    );
  }

  /** Makes reads wait for the sessions that there are, for a while, instead of opening another. */
  #useSessions({ options, totalCount }: pg.Pool): void {
    options.max = Math.max(1, totalCount);
    setTimeout(() => (options.max = mostSessions), betweenTriesMs).unref();
  }

  /** What a session of before an outage reports when that has ended is no longer so. */
  #noted(error: unknown, pool: pg.Pool): unknown {
    const fault = getFault(error);
    if (!fault || pool !== this.#pool) return fault ?? error;
    if (fault.kind !== 'unreachable' && !isRefusal(error)) this.#options.report(fault);
    else if (isSilence(error)) void endWhenServed(this.#replace());
    else this.#away = { fault, until: performance.now() + awayMs };
    if (isRefusal(error)) this.#note(fault);
    return fault;
  }

  #note(fault: StorageFault | undefined): void {
    if (this.#isFailing === Boolean(fault)) return;
    this.#isFailing = Boolean(fault);
    this.#options.reportReads(fault);
  }

  /** Ends all sessions, and refuses all reads, those included that wait. */
  drop(fault: StorageFault): void {
    this.#away = { fault, until: performance.now() + silentMs };
    const sessions = [...this.#sessions];
    for (const reject of [...this.#waiting]) reject(fault);
    void end(this.#replace());
    for (const { connection } of sessions) connection.stream.destroy();
  }

  /** Sessions of before an outage may wait for responses that never come. */
  renew(): void {
    this.#away = undefined;
    void endWhenServed(this.#replace());
  }

  /** @returns the pool of before */
  #replace(): pg.Pool {
    const before = this.#pool;
    this.#pool = this.#open();
    return before;
  }

  close(): Promise<void> {
    return endPool(this.#pool, this.#sessions);
  }
}

/** A pool that ends gives a session to none of the reads that wait for one: they would get an error when their time is over. */
async function endWhenServed(pool: pg.Pool): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (pool.waitingCount > 0 && performance.now() < until)
    await sleep(betweenLooksMs, undefined, { ref: false });
  await end(pool);
}

const end = (pool: pg.Pool): Promise<void> => pool.end().catch(() => undefined);

/** All sessions were in use for too long: the database responds, if slowly. */
const isCrowded = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout exceeded');

function getFault(error: unknown): StorageFault | undefined {
  if (isCrowded(error)) return new StorageFault('busy', error);
  const fault = postgresFault(error, { mayWrite: false });
  return fault ?? (isRefusal(error) ? new StorageFault('unreachable', error) : undefined);
}

/** The pool of PostgreSQL sessions that read. A session lost between two queries, or under one, is replaced unseen. */
import pg from 'pg';
import { StorageFault } from '../../lib/storage/faults.ts';
import type { Row } from '../connection.ts';
import { getDeadlines } from './postgres-deadlines.ts';
import { isSilence, postgresFault } from './postgres-faults.ts';
import { errorCode } from '../../lib/thrown.ts';

/** Waiting for a free session counts as well, so this is long. */
const timeoutMs = 10_000;
/** For which a database that could not be reached is not tried again: each attempt starts a process of a server that may be recovering. */
const awayMs = 100;

export class Readers {
  readonly #url: string;
  readonly #types: pg.CustomTypesConfig;
  readonly #report: (fault: StorageFault) => void;
  #pool: pg.Pool;
  /** Why the database could not be reached, and until when that counts. */
  #away: { fault: StorageFault; until: number } | undefined;

  constructor(url: string, types: pg.CustomTypesConfig, report: (fault: StorageFault) => void) {
    this.#url = url;
    this.#types = types;
    this.#report = report;
    this.#pool = this.#open();
  }

  #open(): pg.Pool {
    const { statementMs, responseMs } = getDeadlines(this.#url);
    const pool = new pg.Pool({
      connectionString: this.#url,
      types: this.#types,
      max: 8,
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
    return pool;
  }

  /** Repeats a read whose session was lost, unless it took long already: reading twice is harmless. */
  async query(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const first = this.#pool;
    if (this.#away && performance.now() < this.#away.until) throw this.#noted(this.#away.fault, first);
    try {
      return await first.query<Row>(config);
    } catch (error) {
      if (postgresFault(error, { mayWrite: false })?.kind !== 'unreachable' || isSilence(error))
        throw this.#noted(error, first);
    }
    const second = this.#pool;
    try {
      return await second.query<Row>(config);
    } catch (error) {
      const noted = this.#noted(error, second);
      const isCurrent = second === this.#pool;
      if (isCurrent && noted instanceof StorageFault && noted.kind === 'unreachable')
        this.#away = { fault: noted, until: performance.now() + awayMs };
      throw noted;
    }
  }

  /** What a session of before an outage reports when that has ended is no longer so. */
  #noted(error: unknown, pool: pg.Pool): unknown {
    const fault = isRefusal(error)
      ? new StorageFault('unreachable', error)
      : postgresFault(error, { mayWrite: false });
    if (fault && pool === this.#pool) this.#report(fault);
    return fault ?? error;
  }

  /** Sessions of before an outage may wait for responses that never come. */
  renew(): void {
    this.#away = undefined;
    const before = this.#pool;
    this.#pool = this.#open();
    before.end().catch(() => undefined);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** A new session is refused: the password, the rules or the database have changed since the server started. */
const isRefusal = (error: unknown): boolean => /^(?:28|3D)/.test(errorCode(error) ?? '');

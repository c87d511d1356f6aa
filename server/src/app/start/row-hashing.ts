/** Hashes the rows that have changed, some minutes later, so that writing itself takes no time for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../core/log/index.ts';
import { canHashRows, hashSomeRows } from '../../db/row-sums/hash-rows.ts';
import type { Place } from '../../db/row-sums/sums.ts';
import type { DamageNotices } from './verification-rounds.ts';
import { logFailure, type StorageHealth } from '../../lib/storage/health.ts';

const betweenMs = 120_000;
/** Between two groups of writes that are not made for others. */
const pauseMs = 20;

interface HashingContext {
  db: Database;
  health: Pick<StorageHealth, 'fault'>;
  log: Logger;
  damage: DamageNotices;
}

export class RowHashing {
  readonly #context: HashingContext;
  #timer: NodeJS.Timeout;
  #round: Promise<void> = Promise.resolve();
  readonly #ending = new AbortController();

  constructor(context: HashingContext) {
    this.#context = context;
    this.#timer = this.#schedule();
  }

  #schedule(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#round = this.round().finally(() => {
        if (!this.#ending.signal.aborted) this.#timer = this.#schedule();
      });
    }, betweenMs).unref();
  }

  /** Hashes all that has changed by now. Never rejects. */
  async round(): Promise<void> {
    const { db, log } = this.#context;
    try {
      if (!(await canHashRows(db.read.connection))) return;
      let place: Place | undefined;
      do place = await this.#hashSome(place);
      while (place && (await this.#canGoOn()));
    } catch (error) {
      logFailure(log, error, 'hashing changed rows failed');
    }
  }

  async #hashSome(after: Place | undefined): Promise<Place | undefined> {
    const { db, damage } = this.#context;
    const { next, damaged } = await db.write(0, 'system', (tx) => hashSomeRows(tx.connection, after));
    await damage.report(damaged);
    return next;
  }

  /** @returns whether there was neither a stop nor a fault, after a pause. */
  async #canGoOn(): Promise<boolean> {
    await sleep(pauseMs);
    return !this.#ending.signal.aborted && !this.#context.health.fault;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#timer);
    await this.#round;
  }
}

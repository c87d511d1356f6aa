/** Has the words of new messages indexed a moment after they came, in batches small enough that no one waits for them. */
import type { Logger } from 'pino';
import type { LogEntry } from '../../events/entry.ts';
import type { Database } from '../../heddle.ts';
import { indexWaiting } from './words.ts';

const pauseMs = 300;
const batch = 200;

export class WordIndexer {
  readonly #db: Database;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #isStopped = false;

  /** Begins with what an earlier process left to do. */
  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
    this.#wake();
  }

  /** Called with what was committed, in log order. */
  heard(entries: readonly LogEntry[]): void {
    if (entries.some(({ event }) => event.type === 'message')) this.#wake();
  }

  #wake(): void {
    if (this.#timer !== undefined || this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#round = this.catchUp().catch((error: unknown) =>
        this.#log.error({ err: error }, 'indexing words failed'),
      );
    }, pauseMs).unref();
  }

  /** Resolves when everything committed before the call is indexed. */
  async catchUp(): Promise<void> {
    while (!this.#isStopped && (await this.#db.write(0, 'system', (tx) => indexWaiting(tx, batch))));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#round;
  }
}

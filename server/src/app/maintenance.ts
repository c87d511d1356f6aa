/** What is swept away every hour: rows that have served their time and that nothing asks for any more. */
import type { Logger } from 'pino';
import type { Tx } from '../core/log/tx.ts';
import { forgetOldLinks } from '../core/users/account-link.ts';
import { forgetUnconfirmed } from '../features/invites/sign-up.ts';
import { forgetUnfinished } from '../features/tus-uploads/expire.ts';
import { forgetSettled } from '../features/notifications/missed-rows.ts';
import { forgetSends } from '../features/message-send/resend.ts';
import type { Database } from './open-app.ts';
import { logFailure } from '../lib/storage/health.ts';
import { forgetExpired } from '../core/sessions/rows.ts';

/** Sweeps a bounded amount, so that no one waits for it; answers whether there is more. */
export type Chore = (tx: Tx) => Promise<boolean>;

const chores: readonly Chore[] = [
  forgetSends,
  forgetOldLinks,
  forgetExpired,
  forgetUnconfirmed,
  forgetUnfinished,
  forgetSettled,
];

const hourMs = 3600_000;
/** A server that is started anew every day sweeps too. */
const firstMs = 300_000;

/** What is more than one chore of rows: goes about it in writes of its own, until it is to stop. */
export type Task = (isStopped: () => boolean) => Promise<void>;

export class Housekeeping {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #tasks: readonly Task[];
  #timer: NodeJS.Timeout;
  #round: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(db: Database, log: Logger, tasks: readonly Task[] = []) {
    this.#db = db;
    this.#log = log;
    this.#tasks = tasks;
    this.#timer = this.#schedule(firstMs);
  }

  #schedule(afterMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#round = this.sweep()
        .catch((error: unknown) => logFailure(this.#log, error, 'housekeeping failed'))
        .finally(() => {
          if (!this.#isStopped) this.#timer = this.#schedule(hourMs);
        });
    }, afterMs).unref();
  }

  async sweep(): Promise<void> {
    for (const chore of chores) {
      let hasMore = true;
      while (hasMore && !this.#isStopped) hasMore = await this.#db.write(0, 'system', chore);
    }
    for (const task of this.#tasks) if (!this.#isStopped) await task(() => this.#isStopped);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#round;
  }
}

/**
 * A background consumer of new messages, run a moment after their commit and in batches, so that no sender waits for
 * it.
 */
import type { Logger } from 'pino';
import { logFailure } from '../../lib/storage/health.ts';
import type { LogEntry } from '../log/index.ts';

export interface FollowUp {
  /** The types of events that it processes; new messages by default. */
  types?: readonly string[];
  /** Messages that come within so many milliseconds are followed together. */
  pauseMs: number;
  /** Does a batch of what is waiting; returns whether there may be more. */
  doSome: () => Promise<boolean>;
  /** Runs it if that is this node's to do. */
  lead: (work: () => Promise<void>) => Promise<void>;
  log: Logger;
  /** The log message when it fails; the next message lets it be tried again. */
  failure: string;
}

export class CatchUpWorker {
  readonly #work: FollowUp;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #isStopped = false;

  /** Begins with what an earlier process left to do. */
  constructor(work: FollowUp) {
    this.#work = work;
    this.wake();
  }

  /** Called with what was committed, in log order. */
  committed(entries: readonly LogEntry[]): void {
    const { types = ['message'] } = this.#work;
    if (entries.some(({ event }) => types.includes(event.type))) this.wake();
  }

  /** For what was committed without a notification, as in an organization that has just been made, or left undone in an outage. */
  wake(): void {
    if (this.#timer !== undefined || this.#isStopped) return;
    const { pauseMs, log, failure } = this.#work;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.catchUp().catch((error: unknown) => logFailure(log, error, failure));
    }, pauseMs).unref();
  }

  /** Resolves when it is done for everything committed before the call. */
  catchUp(): Promise<void> {
    const { lead, doSome } = this.#work;
    const turn = this.#round.then(() =>
      lead(async () => {
        while (!this.#isStopped && (await doSome()));
      }),
    );
    this.#round = turn.catch(() => undefined);
    return turn;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#round;
  }
}

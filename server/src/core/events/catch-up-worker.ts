/**
 * A background consumer of new messages that runs in batches shortly after their commit, so that senders do not wait for
 * it.
 */
import type { Logger } from 'pino';
import { logFailure } from '../../lib/storage/health.ts';
import type { LogEntry } from '../log/index.ts';

export interface FollowUp {
  /** The event types to process; default: new messages. */
  types?: readonly string[];
  /** Messages within this time (milliseconds) are processed together. */
  pauseMs: number;
  /** How long after a failure it is tried again; default: 10 s. */
  retryMs?: number;
  /** Processes a batch. @returns whether there may be more. */
  doSome: () => Promise<boolean>;
  /** Runs the work if this node is responsible for it. */
  lead: (work: () => Promise<void>) => Promise<void>;
  log: Logger;
  /** Log message for a failure; it is tried again after a while, or with the next message. */
  failure: string;
}

const usualRetryMs = 10_000;

export class CatchUpWorker {
  readonly #work: FollowUp;
  #timer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #isStopped = false;

  /** Starts with work that an earlier process left. */
  constructor(work: FollowUp) {
    this.#work = work;
    this.wake();
  }

  /** Called with committed entries in log order. */
  committed(entries: readonly LogEntry[]): void {
    const { types = ['message'] } = this.#work;
    if (entries.some(({ type }) => types.includes(type))) this.wake();
  }

  /** Called for commits without a notification, as in a new organization, or after an outage. */
  wake(): void {
    if (this.#timer !== undefined || this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.catchUp().catch((error: unknown) => this.#fail(error));
    }, this.#work.pauseMs).unref();
  }

  #fail(error: unknown): void {
    logFailure(this.#work.log, error, this.#work.failure);
    clearTimeout(this.#retryTimer);
    const { retryMs = usualRetryMs } = this.#work;
    if (!this.#isStopped) this.#retryTimer = setTimeout(() => this.wake(), retryMs).unref();
  }

  /** Resolves when everything committed before the call has been processed. */
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
    clearTimeout(this.#retryTimer);
    await this.#round;
  }
}

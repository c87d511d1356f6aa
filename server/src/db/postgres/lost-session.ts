/**
 * Notices that one session is lost without a sign although PostgreSQL responds to others: its process is frozen, or packets of
 * its connection are dropped. A slow statement is something else: its process works, or waits for a lock or the disk, but not for us.
 */

const betweenLooksMs = 1000;
/** Without a response for as many looks, PostgreSQL is asked what the session does. */
const looksBeforeQuestion = 3;

/** The state of a session's process, as another session sees it. */
export interface SessionState {
  /** Whether it waits for the next statement. */
  isWaiting: boolean;
  /** When it began what it does. */
  since: string;
}

export interface LostSessionOptions {
  /** Asks in another session; `undefined` while it cannot be known. */
  inspect: () => Promise<SessionState | undefined>;
  /** Called once for each loss. */
  onLoss: (error: Error) => void;
}

export class LostSessionWatch {
  #waiting = 0;
  /** How often it was looked since the last response: looks, not seconds, as in `ResponseWatch`. */
  #quietLooks = 0;
  /** Since when the process waits for us, while we wait for it; both would end at once if the connection worked. */
  #waitsSince: string | undefined;
  #isAsking = false;
  #timer: NodeJS.Timeout | undefined;

  start(options: LostSessionOptions): void {
    this.#timer = setInterval(() => this.#look(options), betweenLooksMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async during<T>(response: Promise<T>): Promise<T> {
    if (this.#waiting++ === 0) this.#begin();
    try {
      return await response;
    } finally {
      this.#waiting--;
      this.#begin();
    }
  }

  #begin(): void {
    this.#quietLooks = 0;
    this.#waitsSince = undefined;
  }

  #look({ inspect, onLoss }: LostSessionOptions): void {
    if (this.#waiting === 0 || this.#isAsking) return;
    if (++this.#quietLooks >= looksBeforeQuestion) void this.#ask(inspect, onLoss);
  }

  async #ask(inspect: LostSessionOptions['inspect'], onLoss: LostSessionOptions['onLoss']): Promise<void> {
    this.#isAsking = true;
    const asked = this.#quietLooks;
    try {
      const state = await inspect();
      // A response came meanwhile.
      if (this.#quietLooks !== asked) return;
      const waitsSince = state?.isWaiting ? state.since : undefined;
      const isLost = waitsSince !== undefined && waitsSince === this.#waitsSince;
      this.#waitsSince = waitsSince;
      if (!isLost) return;
      this.#begin();
      onLoss(new Error('a session of PostgreSQL does not receive what it is sent'));
    } catch {
      // Whether PostgreSQL responds at all is not asked here.
    } finally {
      this.#isAsking = false;
    }
  }
}

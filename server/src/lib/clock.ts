/** The time for everything that is stored, compared with stored times, or shown: nodes agree on it even if their own clocks differ. */
export interface Clock {
  /** Milliseconds since 1970. To measure durations, use `performance.now()`. */
  now(): number;
  /** Milliseconds that have passed since some moment, whatever is done to the clock; `performance.now()` where it is absent. */
  elapsed?(): number;
}

/** The clock of a server with its own database. */
export const systemClock: Clock = { now: () => Date.now() };

/** Less is how clocks are corrected all the time. */
const leastMs = 60_000;
const settlingMs = 86_400_000;

/**
 * The time by which the age of what is stored is judged before it is deleted or no longer counts. A clock that is set forward, or continues after
 * its machine was suspended, makes nothing older than it is while the server runs: the time that it has skipped counts after a day, or
 * after a restart.
 */
export class SettledClock implements Clock {
  readonly #clock: Clock;
  /** The clock ahead of the time that this process has run for. */
  #offset: number;
  /** What the clock has skipped, and when that counts, by `#elapsed`. */
  #skipped: { ms: number; until: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offset = clock.now() - this.#elapsed;
  }

  now(): number {
    this.skippedSince();
    const elapsed = this.#elapsed;
    this.#skipped = this.#skipped.filter(({ until }) => until > elapsed);
    return this.#clock.now() - this.#skipped.reduce((sum, { ms }) => sum + ms, 0);
  }

  /** @returns by how many milliseconds the clock was set forward since the last call of any method */
  skippedSince(): number {
    const elapsed = this.#elapsed;
    const offset = this.#clock.now() - elapsed;
    const ms = offset - this.#offset;
    if (Math.abs(ms) >= leastMs) this.#offset = offset;
    if (ms < leastMs) return 0;
    this.#skipped.push({ ms, until: elapsed + settlingMs });
    return ms;
  }

  get #elapsed(): number {
    return this.#clock.elapsed?.() ?? performance.now();
  }
}

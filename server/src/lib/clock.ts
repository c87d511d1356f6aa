/** The time for everything that is stored, compared with stored times, or shown: nodes agree on it even if their own clocks differ. */
export interface Clock {
  /** Milliseconds since 1970. To measure durations, use `performance.now()`. */
  now(): number;
}

/** The clock of a server with its own database. */
export const systemClock: Clock = { now: () => Date.now() };

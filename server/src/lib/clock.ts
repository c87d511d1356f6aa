/** The time that is stored, compared with what is stored, or shown: nodes whose own clocks differ agree on it. */
export interface Clock {
  /** Milliseconds since 1970. For how long something took there is `performance.now()`. */
  now(): number;
}

/** Of a server that owns its database. */
export const systemClock: Clock = { now: () => Date.now() };

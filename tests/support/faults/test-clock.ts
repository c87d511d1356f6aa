/** A clock that a test sets, for a server of its own: `Date` is for all servers of the process, and so is a mock of it. */
import type { Clock } from '../../../server/src/lib/clock.ts';

export class TestClock implements Clock {
  #aheadMs = 0;
  #passedMs = 0;

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  elapsed(): number {
    return performance.now() + this.#passedMs;
  }

  /** Time passes. */
  move(ms: number): void {
    this.#aheadMs += ms;
    if (ms > 0) this.#passedMs += ms;
  }

  /** The clock is set to another time. */
  set(ms: number): void {
    this.#aheadMs += ms;
  }
}

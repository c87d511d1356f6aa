/** A clock that a test sets, for a server of its own: `Date` is for all servers of the process, and so is a mock of it. */
import type { Clock } from '../../../server/src/lib/clock.ts';

export class TestClock implements Clock {
  #aheadMs = 0;

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** @param ms Back where it is negative. */
  move(ms: number): void {
    this.#aheadMs += ms;
  }
}

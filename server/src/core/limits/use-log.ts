/** A sliding-window log: times of uses by key. In memory. */
import type { Rule } from '../../lib/rate-limiter.ts';
import type { LimitResult } from './use-limit.ts';

export class UseLog {
  readonly #lengthMs: number;
  readonly #count: number;
  /** Oldest first, and never more than are allowed. */
  readonly #times = new Map<string, number[]>();
  #sweptAt = 0;

  constructor({ seconds, count }: Rule) {
    this.#lengthMs = seconds * 1000;
    this.#count = count;
  }

  /** Counts one, unless it is refused. */
  use(key: string, now: number): LimitResult {
    const verdict = this.check(key, now);
    if (verdict.isAllowed) this.#times.set(key, [...this.#counted(key, now), now]);
    return verdict;
  }

  /** The result of a use now, without counting one. */
  check(key: string, now: number): LimitResult {
    this.#sweep(now);
    const times = this.#counted(key, now);
    if (times.length < this.#count) return { isAllowed: true, retryAfter: 0 };
    const [oldest = now] = times;
    return { isAllowed: false, retryAfter: (oldest + this.#lengthMs - now) / 1000 };
  }

  /** Takes back one use of this moment or of shortly before. */
  refund(key: string, now: number): void {
    this.#times.set(key, this.#counted(key, now).slice(0, -1));
  }

  clear(key: string): void {
    this.#times.delete(key);
  }

  #counted(key: string, now: number): number[] {
    return this.#times.get(key)?.filter((time) => now - time < this.#lengthMs) ?? [];
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < this.#lengthMs / 10) return;
    this.#sweptAt = now;
    for (const key of this.#times.keys()) if (this.#counted(key, now).length === 0) this.#times.delete(key);
  }
}

/**
 * Limits on rare operations that must not be repeated freely: failed sign-ins, requested emails, one-time tokens.
 * If several nodes are allowed, the counts are kept in the database, so that nobody gets a limit per node.
 */
import type { Rule } from '../../lib/rate-limiter.ts';
import { lockUses, markUsed } from '../../db/limited-uses.ts';
import type { AppContext } from '../context/index.ts';
import type { Tx } from '../log/index.ts';
import { hashKey, SharedLimit } from './shared-limit.ts';

export interface LimitResult {
  isAllowed: boolean;
  /** Seconds to wait before a refused attempt may be made. */
  retryAfter: number;
}

export interface UseLimit {
  /** Counts one, unless it is refused. */
  use(key: string): Promise<LimitResult>;
  /** The result of a use now, without counting one. */
  check(key: string): Promise<LimitResult>;
  /** Refunds one use of this moment or of shortly before. */
  refund(key: string): Promise<void>;
  clear(keys: readonly string[]): Promise<void>;
}

/** @param name Keeps the keys of this limit apart from those of others. */
export const makeLimit = ({ peers, db }: AppContext, name: string, rule: Rule): UseLimit =>
  peers.areAllowed ? new SharedLimit(db, name, rule) : new LocalLimit(rule);

class LocalLimit implements UseLimit {
  readonly #log: UseLog;

  constructor(rule: Rule) {
    this.#log = new UseLog(rule);
  }

  use(key: string): Promise<LimitResult> {
    return Promise.resolve(this.#log.use(key, performance.now()));
  }

  check(key: string): Promise<LimitResult> {
    return Promise.resolve(this.#log.check(key, performance.now()));
  }

  refund(key: string): Promise<void> {
    this.#log.refund(key, performance.now());
    return Promise.resolve();
  }

  clear(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.#log.clear(key);
    return Promise.resolve();
  }
}

// What works once. The marks are stored, so that they are still there after a restart.

/** How long a token of unknown validity is remembered: longer than it is valid. */
const usuallyMs = 3600_000;

/** @returns whether it is the first time that this token is used, which is valid for less than an hour or until then */
export const useOnce = async (app: AppContext, token: string, until?: number): Promise<boolean> =>
  (await writeOnce(app, { token, until }, 0, () => Promise.resolve())) !== undefined;

/**
 * Writes what a token causes, unless it was used before. If the write fails, the token may be used again.
 * @returns undefined if it was used before
 */
export const writeOnce = <T>(
  { db }: Pick<AppContext, 'db'>,
  { token, until = 0 }: { token: string; until?: number | undefined },
  orgId: number,
  action: (tx: Tx) => Promise<T>,
): Promise<{ value: T } | undefined> =>
  db.write(orgId, 'system', async (tx) => {
    await lockUses(tx);
    const isFirst = await markUsed(tx, hashKey('once', token), {
      now: tx.now,
      until: Math.max(until, tx.now + usuallyMs),
    });
    return isFirst ? { value: await action(tx) } : undefined;
  });

// A sliding-window log: times of uses by key. In memory.

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

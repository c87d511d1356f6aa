/** In-memory rate limits by user or address: sliding windows approximated by two counters. */

export interface Rule {
  seconds: number;
  count: number;
}

export const requestRules: readonly Rule[] = [
  { seconds: 60, count: 200 },
  { seconds: 3600, count: 2000 },
];

export interface RateLimitResult {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** Unix seconds when the full limit is available again. */
  resetAt: number;
  /** Seconds until a refused request may be retried. */
  retryAfter: number;
}

interface Window {
  start: number;
  current: number;
  previous: number;
}

export class RateLimiter {
  readonly #rules: readonly Rule[];
  readonly #windows = new Map<string, Window[]>();
  #sweptAt = 0;

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
  }

  /** Counts a request, unless it is refused. */
  use(key: string, now: number): RateLimitResult {
    const verdict = this.check(key, now);
    if (verdict.isAllowed) {
      for (const window of this.#getWindows(key, now)) window.current++;
      verdict.remaining--;
    }
    return verdict;
  }

  /** The result of a request now, without counting it. */
  check(key: string, now: number): RateLimitResult {
    const windows = this.#getWindows(key, now);
    let tightest: RateLimitResult | null = null;
    for (const [index, rule] of this.#rules.entries()) {
      const window = windows[index];
      if (!window) continue;
      const verdict = judge(rule, window, now);
      if (!tightest || verdict.remaining < tightest.remaining || verdict.retryAfter > tightest.retryAfter)
        tightest = verdict;
    }
    return tightest ?? { isAllowed: true, limit: 0, remaining: 0, resetAt: 0, retryAfter: 0 };
  }

  /** Reverts a recent request. */
  refund(key: string, now: number): void {
    for (const window of this.#getWindows(key, now))
      if (window.current > 0) window.current--;
      else if (window.previous > 0) window.previous--;
  }

  clear(key: string): void {
    this.#windows.delete(key);
  }

  #getWindows(key: string, now: number): Window[] {
    this.#sweep(now);
    let windows = this.#windows.get(key);
    if (!windows) {
      windows = this.#rules.map(() => ({ start: now, current: 0, previous: 0 }));
      this.#windows.set(key, windows);
    }
    for (const [index, { seconds }] of this.#rules.entries()) {
      const window = windows[index];
      if (window) advance(window, seconds * 1000, now);
    }
    return windows;
  }

  #sweep(now: number): void {
    const longest = Math.max(...this.#rules.map((rule) => rule.seconds)) * 1000;
    if (now - this.#sweptAt < longest / 10) return;
    this.#sweptAt = now;
    for (const [key, windows] of this.#windows)
      if (windows.every((window) => now - window.start > 2 * longest)) this.#windows.delete(key);
  }
}

function advance(window: Window, length: number, now: number): void {
  const passed = Math.floor((now - window.start) / length);
  if (passed <= 0) return;
  window.previous = passed === 1 ? window.current : 0;
  window.current = 0;
  window.start += passed * length;
}

function judge({ seconds, count }: Rule, window: Window, now: number): RateLimitResult {
  const length = seconds * 1000;
  const elapsed = (now - window.start) / length;
  const used = window.current + window.previous * (1 - elapsed);
  const remaining = Math.max(0, Math.floor(count - used));
  const isAllowed = used + 1 <= count;
  return {
    isAllowed,
    limit: count,
    remaining,
    resetAt: Math.ceil((window.start + 2 * length) / 1000),
    retryAfter: isAllowed ? 0 : waitFor(count, window, length, elapsed) / 1000,
  };
}

/** Milliseconds until another request is within the limit. */
function waitFor(count: number, window: Window, length: number, elapsed: number): number {
  const rest = (1 - elapsed) * length;
  if (window.previous > 0 && window.current + 1 <= count) {
    const needed = 1 - (count - 1 - window.current) / window.previous;
    return Math.max(1, (needed - elapsed) * length);
  }
  return Math.max(1, rest + (1 - (count - 1) / Math.max(1, window.current)) * length);
}

/** Timers that end when a test says so, and no others: none has to wait for them. */
import type { TestContext } from 'node:test';

/**
 * Holds timers of `ms`, or of the delays that it says, that are set after this call. Timers with another delay run: if `t.mock.timers` ended all of them, a query
 * that happens to be under way would miss its deadline, which closes the connection to PostgreSQL.
 */
export function holdTimeouts(t: TestContext, ms: number | ((delay: number) => boolean)): { end(): void } {
  const isHeld = typeof ms === 'number' ? (delay: number) => delay === ms : ms;
  const held = new Map<unknown, () => void>();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  t.mock.method(globalThis, 'setTimeout', (callback: () => void, delay?: number, ...values: unknown[]) => {
    const timer = set(callback, delay, ...values);
    if (isHeld(delay ?? 0)) held.set(timer, callback);
    return timer;
  });
  t.mock.method(globalThis, 'clearTimeout', (timer?: NodeJS.Timeout) => {
    held.delete(timer);
    clear(timer);
  });
  return {
    end() {
      for (const [timer, callback] of [...held]) {
        clear(timer as NodeJS.Timeout);
        callback();
      }
      held.clear();
    },
  };
}

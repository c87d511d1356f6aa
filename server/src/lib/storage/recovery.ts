/** Recovers degraded storage: repeats a check until it passes or the server stops. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StorageHealth } from './health.ts';

export interface RecoveryOptions {
  health: StorageHealth;
  /** Resolves when the storage is writable and its content has been checked. @throws the fault that persists */
  check: (signal: AbortSignal) => Promise<void>;
  pauseMs: number;
  /** Called after each recovery. */
  recovered?: () => void;
}

export class Recovery {
  readonly #options: RecoveryOptions;
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;
  #recoveredAt = -Infinity;

  constructor(options: RecoveryOptions) {
    this.#options = options;
    options.health.onChange(() => this.#begin());
    // It may have failed before.
    this.#begin();
  }

  #begin(): void {
    const { health } = this.#options;
    if (this.#running || this.#ending.signal.aborted || !health.fault || health.fault.kind === 'damaged')
      return;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      // A fault may have been reported just as the last check ended.
      this.#begin();
    });
  }

  async #run(): Promise<void> {
    const { health, pauseMs, recovered } = this.#options;
    const { signal } = this.#ending;
    // If it fails again immediately, checks are delayed.
    if (performance.now() - this.#recoveredAt < pauseMs) await pause(pauseMs, signal);
    while (!signal.aborted && health.fault && health.fault.kind !== 'damaged') {
      if (await this.#attempt()) {
        this.#recoveredAt = performance.now();
        recovered?.();
        return;
      }
      await pause(pauseMs, signal);
    }
  }

  async #attempt(): Promise<boolean> {
    const { health, check } = this.#options;
    health.beginCheck();
    try {
      await check(this.#ending.signal);
      return health.endCheck();
    } catch (error) {
      health.failCheck(error);
      return false;
    }
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }
}

/** Ends early if the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

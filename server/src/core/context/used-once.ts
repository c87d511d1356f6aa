/** What may be used once, until it expires. Of one process, like the limits on sign-ins. */
import { defineService } from './app-context.ts';

class UsedOnce {
  readonly #expiries = new Map<string, number>();

  /** @returns whether it is the first time. */
  take(key: string, expiresAt: number, now: number): boolean {
    for (const [known, expiry] of this.#expiries) {
      if (expiry > now) break;
      this.#expiries.delete(known);
    }
    if (this.#expiries.has(key)) return false;
    this.#expiries.set(key, expiresAt);
    return true;
  }
}

export const usedOnce = defineService(() => new UsedOnce());

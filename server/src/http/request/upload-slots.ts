/** Limits concurrent uploads per user: each may take the space of a file of maximum size before it is counted. */
import type { Writable } from 'node:stream';
import { rateLimited } from '../limits.ts';
import { whenClosed } from '../response/when-closed.ts';

const mostAtOnce = 20;

export class UploadSlots {
  readonly #taken = new Map<number, number>();

  /** Held until the response has ended. @throws ApiError if all slots are taken. */
  take(userId: number, { raw }: { raw: Writable }): void {
    const taken = this.#taken.get(userId) ?? 0;
    if (taken >= mostAtOnce) throw rateLimited(1);
    this.#taken.set(userId, taken + 1);
    whenClosed(raw, () => this.#release(userId));
  }

  #release(userId: number): void {
    const taken = this.#taken.get(userId) ?? 0;
    if (taken > 1) this.#taken.set(userId, taken - 1);
    else this.#taken.delete(userId);
  }
}

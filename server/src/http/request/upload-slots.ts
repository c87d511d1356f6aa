/** Limits concurrent uploads per user: each may take the space of a file of maximum size before it is counted. */
import type { Writable } from 'node:stream';
import { Places } from '../../lib/net/places.ts';
import { rateLimited } from '../limits.ts';
import { whenClosed } from '../response/when-closed.ts';

const mostAtOnce = 20;

export class UploadSlots {
  readonly #places = new Places({ user: mostAtOnce });

  /** Held until the response has ended. @throws ApiError if all slots are taken. */
  take(user: number, { raw }: { raw: Writable }): void {
    const leave = this.#places.take({ user });
    if (!leave) throw rateLimited(1);
    whenClosed(raw, leave);
  }
}

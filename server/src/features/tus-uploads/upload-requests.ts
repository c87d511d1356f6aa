/** One request at a time for each upload: a newer one ends the older, whose connection its sender has given up. */
import type { FastifyRequest } from 'fastify';
import { KeyedMutex } from '../../lib/mutex.ts';

export class UploadRequests {
  readonly #mutex = new KeyedMutex();
  readonly #newest = new Map<string, FastifyRequest>();

  /** Runs when whatever ran before for this upload has noted how far it came. */
  async run<T>(id: string, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const before = this.#newest.get(id);
    this.#newest.set(id, request);
    // One that has all its bytes is nearly done, and may finish.
    if (before && !before.raw.complete) before.raw.destroy();
    const release = await this.#mutex.lock([id]);
    try {
      return await work();
    } finally {
      release();
      if (this.#newest.get(id) === request) this.#newest.delete(id);
    }
  }
}

/** One request at a time for each upload: a newer one aborts the older, whose connection the client has lost. */
import type { FastifyRequest } from 'fastify';
import { KeyedMutex } from '../../lib/mutex.ts';

export class UploadRequests {
  readonly #mutex = new KeyedMutex();
  readonly #newest = new Map<string, FastifyRequest>();

  /** Runs after the previous request for this upload has stored its offset. */
  async run<T>(id: string, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const before = this.#newest.get(id);
    this.#newest.set(id, request);
    // A request that is completely received may finish.
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

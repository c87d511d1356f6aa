/** One request at a time for each upload: a newer one ends the older, whose connection its sender has given up. */
import type { FastifyRequest } from 'fastify';

interface Turn {
  request: FastifyRequest;
  ended: Promise<unknown>;
}

export class Turns {
  readonly #current = new Map<string, Turn>();

  /** Runs when whatever ran before for this upload has noted how far it came. */
  async take<T>(id: string, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const before = this.#current.get(id);
    const { promise, resolve } = Promise.withResolvers<null>();
    const turn = { request, ended: promise };
    this.#current.set(id, turn);
    try {
      if (before) {
        // One that has all its bytes is nearly done, and may finish.
        if (!before.request.raw.complete) before.request.raw.destroy();
        await before.ended;
      }
      return await work();
    } finally {
      resolve(null);
      if (this.#current.get(id) === turn) this.#current.delete(id);
    }
  }
}

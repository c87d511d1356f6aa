/** The requests under way, so that a stop can wait for just these. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { apiError } from '../../lib/errors.ts';

/** Until the load balancer knows, clients come back here. */
const betweenEndsMs = 500;

export class PendingRequests {
  readonly #app: FastifyInstance;
  readonly #underWay = new Set<ServerResponse>();
  #isDraining = false;
  isStopping = false;

  constructor(fastify: FastifyInstance) {
    this.#app = fastify;
    fastify.addHook('onRequest', (_request, { raw }, done) => {
      this.#underWay.add(raw);
      raw.once('close', () => this.#underWay.delete(raw));
      if (this.#isDraining) raw.shouldKeepAlive = false;
      if (!this.isStopping) {
        done();
        return;
      }
      raw.shouldKeepAlive = false;
      done(apiError('server.stopping'));
    });
  }

  /** Serves on, and sends polls home, so that none is held here when a load balancer takes this node out. */
  async drain(endPolls: () => void, ms: number): Promise<void> {
    this.#isDraining = true;
    const end = performance.now() + ms;
    for (let left = ms; left > 0; left = end - performance.now()) {
      endPolls();
      await sleep(Math.min(left, betweenEndsMs));
    }
  }

  /** @param endPolls Called again and again: a poll may have been on its way when the others ended. */
  async stop(endPolls: () => void, timeoutMs: number): Promise<void> {
    this.isStopping = true;
    // Nobody is to ask again on a connection that is about to end.
    for (const response of this.#underWay) response.shouldKeepAlive = false;
    const closed = this.#app.close();
    const deadline = performance.now() + timeoutMs;
    while (this.#underWay.size > 0 && performance.now() < deadline) {
      endPolls();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    this.#app.server.closeAllConnections();
    await closed;
  }
}

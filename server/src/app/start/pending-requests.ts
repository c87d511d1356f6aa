/** Connections and the requests under way, so that a stop can wait for just these. */
import type { ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';

/** Until the load balancer knows, clients come back here. */
const betweenEndsMs = 500;
/** Within which the first request of a connection arrives that a proxy has just opened for it. */
const arrivalMs = 300;
/** For which waiting connections are accepted: new ones may never cease. */
const acceptMs = 100;

export class PendingRequests {
  readonly #app: FastifyInstance;
  readonly #underWay = new Set<ServerResponse>();
  /** Those that have not had a request yet, and those that have. */
  readonly #connections = { fresh: new Set<Socket>(), used: new Set<Socket>() };
  #accepted = 0;
  #isDraining = false;
  isStopping = false;

  constructor(fastify: FastifyInstance) {
    this.#app = fastify;
    fastify.server.on('connection', () => this.#accepted++);
    const connected = fastify.server instanceof TlsServer ? 'secureConnection' : 'connection';
    fastify.server.on(connected, (socket: Socket) => this.#keep(socket));
    fastify.addHook('onRequest', (_request, { raw }, done) => {
      this.#underWay.add(raw);
      raw.once('close', () => this.#underWay.delete(raw));
      const { fresh, used } = this.#connections;
      if (fresh.delete(raw.req.socket)) used.add(raw.req.socket);
      if (this.#isDraining || this.isStopping) raw.shouldKeepAlive = false;
      done();
    });
  }

  #keep(socket: Socket): void {
    const { fresh, used } = this.#connections;
    fresh.add(socket);
    socket.once('close', () => fresh.delete(socket) || used.delete(socket));
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

  /**
   * Accepts no connections any more, and serves what it has accepted: a proxy sends a request to another node when its connection is
   * refused, but not when it ends without a response.
   * @param endPolls Called again and again: a poll may have been on its way when the others ended.
   */
  async stop(endPolls: () => void, timeoutMs: number): Promise<void> {
    this.isStopping = true;
    // Nobody is to ask again on a connection that is about to end.
    for (const response of this.#underWay) response.shouldKeepAlive = false;
    await this.#acceptWaiting();
    this.#stopListening();
    const began = performance.now();
    for (let waited = 0; waited < timeoutMs; waited = performance.now() - began) {
      const isAwaited = waited < arrivalMs && this.#connections.fresh.size > 0;
      if (this.#underWay.size === 0 && !isAwaited) break;
      endPolls();
      await sleep(20);
    }
    this.#app.server.closeAllConnections();
    await this.#app.close();
  }

  /** The system resets connections that wait to be accepted when the listener closes. Each turn of the event loop accepts one. */
  async #acceptWaiting(): Promise<void> {
    const end = performance.now() + acceptMs;
    for (let before = -1; before < this.#accepted && performance.now() < end;) {
      before = this.#accepted;
      await immediate();
      await immediate();
    }
  }

  /** That of HTTP servers would end fresh connections too. */
  #stopListening(): void {
    TcpServer.prototype.close.call(this.#app.server);
    const busy = new Set(Array.from(this.#underWay, ({ req }) => req.socket));
    for (const socket of this.#connections.used) if (!busy.has(socket)) socket.destroySoon();
  }
}

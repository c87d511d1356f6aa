/** Tracks connections and requests in progress, so that a stop can wait for exactly these. */
import type { ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';

/** Until the load balancer has noticed, clients poll this node again. */
const betweenEndsMs = 500;
/** Time for the first request of a connection that a proxy has just opened for it. */
const arrivalMs = 300;
/** Bounds how long pending connections are accepted: new ones may keep arriving. */
const acceptMs = 100;

export class PendingRequests {
  readonly #app: FastifyInstance;
  readonly #underWay = new Set<ServerResponse>();
  /** Connections without a request so far, and those with one. */
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

  /** Continues to serve, and ends long polls, so that none is left here when a load balancer removes this node. */
  async drain(endPolls: () => void, ms: number): Promise<void> {
    this.#isDraining = true;
    const end = performance.now() + ms;
    for (let left = ms; left > 0; left = end - performance.now()) {
      endPolls();
      await sleep(Math.min(left, betweenEndsMs));
    }
  }

  /**
   * Stops accepting connections, and serves the accepted ones: a proxy retries a request on another node if its connection is
   * refused, but not if it ends without a response.
   * @param endPolls Called repeatedly: a poll may have been in transit when the others ended.
   */
  async stop(endPolls: () => void, timeoutMs: number): Promise<void> {
    this.isStopping = true;
    // No further request should arrive on a connection that is about to be closed.
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

  /** The system resets connections in the accept queue when the listener closes. Each turn of the event loop accepts one. */
  async #acceptWaiting(): Promise<void> {
    const end = performance.now() + acceptMs;
    for (let before = -1; before < this.#accepted && performance.now() < end;) {
      before = this.#accepted;
      await immediate();
      await immediate();
    }
  }

  /** The method of HTTP servers would close new connections, too. */
  #stopListening(): void {
    TcpServer.prototype.close.call(this.#app.server);
    const busy = new Set(Array.from(this.#underWay, ({ req }) => req.socket));
    for (const socket of this.#connections.used) if (!busy.has(socket)) socket.destroySoon();
  }
}

/** Tracks connections and requests in progress, so that a stop can wait for exactly these. */
import type { ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiError } from '../../lib/errors.ts';

/** Until the load balancer has noticed, clients poll this node again. */
const betweenEndsMs = 500;
/** Time for the first request of a connection that a proxy has just opened for it. */
const arrivalMs = 300;
/** A proxy that opened no connection for this long probably sends requests to other nodes. */
const quietMs = 100;
/** Bounds how long pending connections are accepted: new ones may keep arriving. */
const acceptMs = 1000;
const betweenLooksMs = 5;
/** The rest is for requests that arrive while the port is being closed. */
const shareOfEarlier = 0.75;

export class PendingRequests {
  readonly #app: FastifyInstance;
  readonly #underWay = new Set<ServerResponse>();
  /** Connections without a request so far, and those with one. */
  readonly #connections = { fresh: new Set<Socket>(), used: new Set<Socket>() };
  #accepted = 0;
  /** When the last connection was accepted or expected, by `performance.now()`. */
  #acceptedAt = 0;
  #isDraining = false;
  /** A load balancer finds out by /readyz that this node stops. */
  #isAsked = false;
  isStopping = false;

  constructor(fastify: FastifyInstance) {
    this.#app = fastify;
    fastify.server.on('connection', () => {
      this.#accepted++;
      this.#acceptedAt = performance.now();
    });
    const connected = fastify.server instanceof TlsServer ? 'secureConnection' : 'connection';
    fastify.server.on(connected, (socket: Socket) => this.#keep(socket));
    fastify.addHook('onRequest', (request, { raw }, done) => {
      this.#underWay.add(raw);
      raw.once('close', () => this.#underWay.delete(raw));
      const { fresh, used } = this.#connections;
      if (fresh.delete(raw.req.socket)) used.add(raw.req.socket);
      const isLeaving = this.#isDraining || this.isStopping;
      if (isLeaving) raw.shouldKeepAlive = false;
      if (isLeaving && isRepeatedElsewhere(request)) done(apiError('server.stopping'));
      else done();
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
    this.#isAsked = ms > 0;
    const end = performance.now() + ms;
    for (let left = ms; left > 0; left = end - performance.now()) {
      endPolls();
      await sleep(Math.min(left, betweenEndsMs));
    }
  }

  /**
   * Stops accepting connections, after a drain only once earlier requests are finished, and serves the accepted ones: a proxy retries a request on another node if its connection is
   * refused, but not if it ends without a response.
   * @param endPolls Called at first, and repeatedly once the port is closed: a poll may have been in transit when the others ended.
   * @param timeoutMs For all of it.
   * @returns how many requests were aborted since the time was over
   */
  async stop(endPolls: () => void, timeoutMs: number): Promise<number> {
    this.isStopping = true;
    const end = performance.now() + timeoutMs;
    // No further request should arrive on a connection that is about to be closed.
    for (const response of this.#underWay) response.shouldKeepAlive = false;
    if (this.#isAsked) await this.#finishEarlier(endPolls, timeoutMs * shareOfEarlier);
    await this.#acceptWaiting(endPolls, (end - performance.now()) / 2);
    this.#stopListening();
    const closedAt = performance.now();
    for (let now = closedAt; now < end; now = performance.now()) {
      const isAwaited = now - closedAt < arrivalMs && this.#connections.fresh.size > 0;
      if (this.#underWay.size === 0 && !isAwaited) break;
      endPolls();
      await sleep(20);
    }
    const aborted = this.#underWay.size;
    this.#app.server.closeAllConnections();
    await this.#app.close();
    return aborted;
  }

  /** A load balancer takes a node whose port is closed for dead, and ends what it has sent there: slow requests are finished before. */
  async #finishEarlier(endPolls: () => void, mostMs: number): Promise<void> {
    const earlier = [...this.#underWay];
    const end = performance.now() + mostMs;
    let ended = -Infinity;
    while (earlier.some((one) => this.#underWay.has(one))) {
      const now = performance.now();
      if (now > end) return;
      if (now - ended >= betweenEndsMs) {
        endPolls();
        ended = now;
      }
      await sleep(betweenLooksMs);
    }
  }

  /** The system resets connections in the accept queue when the listener closes. Each turn of the event loop accepts one. */
  async #acceptWaiting(endPolls: () => void, mostMs: number): Promise<void> {
    const end = performance.now() + Math.min(acceptMs, mostMs);
    // Clients whose polls are ended come back at once. Their next polls wait: ended as well, they would come back all the time.
    if (this.#underWay.size > 0) this.#acceptedAt = performance.now();
    endPolls();
    for (let before = -1; before < this.#accepted || this.#isBusy();) {
      if (performance.now() > end) return;
      before = this.#accepted;
      if (this.#isBusy()) await sleep(betweenLooksMs);
      await immediate();
      await immediate();
    }
  }

  /** Whether connections have arrived a moment ago. */
  #isBusy(): boolean {
    return performance.now() - this.#acceptedAt < quietMs;
  }

  /** The method of HTTP servers would close new connections, too. */
  #stopListening(): void {
    TcpServer.prototype.close.call(this.#app.server);
    const busy = new Set(Array.from(this.#underWay, ({ req }) => req.socket));
    for (const socket of this.#connections.used) if (!busy.has(socket)) socket.destroySoon();
  }
}

/**
 * nginx asks no node whether it is ready. It repeats a GET request at another node when one refuses it with 503, and sends that one
 * nothing for a second, also of what it may not repeat: enough to close the listener while no connection arrives.
 */
const isRepeatedElsewhere = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers['x-proxy-repeats'] === '503';

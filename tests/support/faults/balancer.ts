/** An HTTP load balancer without sessions: each request goes to any of the nodes that are up. */
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { getPort } from '../services/get-port.ts';

export class Balancer {
  /** The ports of the nodes that are taken for up. */
  readonly ports = new Set<number>();
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server = createServer((incoming, response) => this.#pass(incoming, response));
  readonly #underWay = new Map<ServerResponse, number>();
  readonly #pick: (ports: number[]) => number;

  constructor(pick: (ports: number[]) => number) {
    this.#pick = pick;
  }

  get url(): string {
    return `http://127.0.0.1:${getPort(this.#server)}`;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  /** A node that failed its check: what it was asked is not waited for. */
  takeOut(port: number): void {
    this.ports.delete(port);
    for (const [response, at] of this.#underWay) if (at === port) response.destroy();
  }

  #pass(incoming: IncomingMessage, response: ServerResponse): void {
    if (this.ports.size === 0) return void response.destroy();
    const port = this.#pick([...this.ports]);
    const { method, url: path, headers } = incoming;
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: this.#agent });
    this.#underWay.set(response, port);
    response.on('close', () => {
      this.#underWay.delete(response);
      outgoing.destroy();
    });
    outgoing.on('error', () => response.destroy());
    outgoing.on('response', (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.on('error', () => response.destroy()).pipe(response);
    });
    incoming.pipe(outgoing);
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

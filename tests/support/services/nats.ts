/** A small NATS server: subjects without wildcards, no accounts, nothing kept. */
import { createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { freePort } from './free-port.ts';
import { undoAfter } from '../undo.ts';

const greeting = 'INFO {"server_id":"test","version":"2.10.0","proto":1,"max_payload":1048576}\r\n';

export class NatsServer {
  readonly port: number;
  /** Messages that were delivered. */
  delivered = 0;
  #server: Server | undefined;
  readonly #sockets = new Set<Socket>();
  readonly #subscribers = new Map<string, Set<(payload: string) => void>>();

  constructor(port: number) {
    this.port = port;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const server = createServer((socket) => this.#serve(socket));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    const ends: (() => void)[] = [];
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#sockets.delete(socket);
      for (const end of ends) end();
    });
    socket.write(greeting);
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      for (
        let rest = this.#step(socket, text, ends);
        rest !== undefined;
        rest = this.#step(socket, text, ends)
      )
        text = rest;
    });
  }

  /** Takes one command. @returns what follows it; undefined when it is not complete */
  #step(socket: Socket, text: string, ends: (() => void)[]): string | undefined {
    const end = text.indexOf('\r\n');
    if (end < 0) return undefined;
    const [verb = '', subject = '', ...rest] = text.slice(0, end).split(' ');
    const after = text.slice(end + 2);
    if (verb === 'PING') socket.write('PONG\r\n');
    if (verb === 'SUB') ends.push(this.#subscribe(socket, subject, rest.at(-1) ?? ''));
    if (verb !== 'PUB') return after;
    const length = Number(rest.at(-1));
    if (after.length < length + 2) return undefined;
    for (const deliver of this.#subscribers.get(subject) ?? []) deliver(after.slice(0, length));
    return after.slice(length + 2);
  }

  #subscribe(socket: Socket, subject: string, id: string): () => void {
    const known = this.#subscribers.get(subject) ?? new Set();
    this.#subscribers.set(subject, known);
    const deliver = (payload: string) => {
      this.delivered++;
      socket.write(`MSG ${subject} ${id} ${payload.length}\r\n${payload}\r\n`, 'latin1');
    };
    known.add(deliver);
    return () => known.delete(deliver);
  }
}

/** Gone when the test ends. */
export async function startNats(t: TestContext): Promise<NatsServer> {
  const server = new NatsServer(await freePort());
  await server.start();
  undoAfter(t, () => server.stop());
  return server;
}

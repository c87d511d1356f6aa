/** A way to a TCP server that a test can cut. */
import { connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { freePort } from '../services/free-port.ts';
import { undoAfter } from '../undo.ts';

export class TcpProxy {
  readonly port: number;
  readonly #target: { host: string; port: number };
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  /** What a client must have sent, in this order, for the reply to be lost. */
  #awaited: string[] = [];
  /** Connections that carry nothing any more. */
  readonly #mute = new WeakSet<readonly [Socket, Socket]>();
  #isSilent = false;
  #silencing: string | undefined;
  /** How long everything is held back, in milliseconds. */
  delayMs = 0;
  readonly #server = createServer((near) => this.#join(near));

  constructor(port: number, target: { host: string; port: number }) {
    this.port = port;
    this.#target = target;
  }

  async open(): Promise<void> {
    if (this.#server.listening) return;
    await new Promise<void>((resolve) => this.#server.listen(this.port, '127.0.0.1', resolve));
  }

  /** Ends all connections and takes no new ones, as when the server behind has stopped. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.cut();
    await closed;
  }

  /** Ends all connections. */
  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** Carries nothing any more, and says so to nobody, as a network does that loses every packet. */
  silence(): void {
    this.#isSilent = true;
    for (const pair of this.#pairs) this.#mute.add(pair);
  }

  /** New connections are carried again; the old ones stay as they are. */
  speak(): void {
    this.#isSilent = false;
  }

  /**
   * Once clients have sent these texts in this order, the server gets the last one, a command that its reply names, and the
   * client no reply: its connection ends when the reply comes.
   */
  loseReplyTo(...texts: string[]): void {
    this.#awaited = texts;
  }

  /** The connection on which this text is sent carries nothing any more, nor this. */
  silenceAt(text: string): void {
    this.#silencing = text;
  }

  #join(near: Socket): void {
    const far = connect(this.#target.port, this.#target.host);
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    if (this.#isSilent) this.#mute.add(pair);
    let lost: string | undefined;
    const end = () => {
      this.#pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    near.on('data', (bytes: Buffer) => {
      if (this.#silencing !== undefined && bytes.includes(this.#silencing)) {
        this.#silencing = undefined;
        this.#mute.add(pair);
      }
      if (this.#mute.has(pair)) return;
      lost ??= this.#findLast(bytes);
      this.#carry(far, bytes);
    });
    far.on('data', (bytes: Buffer) => {
      if (this.#mute.has(pair)) return;
      if (lost === undefined) this.#carry(near, bytes);
      // Not at the replies to what was sent before it: the server would not read on.
      else if (bytes.includes(lost)) end();
    });
  }

  /** @returns the last of the texts that were waited for, once these bytes complete them */
  #findLast(bytes: Buffer): string | undefined {
    for (let at = 0; ;) {
      const [next] = this.#awaited;
      const found = next === undefined ? -1 : bytes.indexOf(next, at);
      if (next === undefined || found < 0) return undefined;
      at = found + next.length;
      this.#awaited.shift();
      if (this.#awaited.length === 0) return next;
    }
  }

  #carry(to: Socket, bytes: Buffer): void {
    const { delayMs } = this;
    if (delayMs === 0) return void to.write(bytes);
    setTimeout(() => {
      if (!to.destroyed) to.write(bytes);
    }, delayMs);
  }
}

/** Before the database of this URL; gone when the test ends. `url` is where the database is then reached. */
export async function proxyBefore(
  t: TestContext,
  databaseUrl: string,
): Promise<{ proxy: TcpProxy; url: string }> {
  const url = new URL(databaseUrl);
  const proxy = new TcpProxy(await freePort(), { host: url.hostname, port: Number(url.port || 5432) });
  await proxy.open();
  undoAfter(t, () => proxy.close().catch(() => undefined));
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  // Its socket file, which would be past the proxy.
  url.searchParams.delete('host');
  return { proxy, url: url.href };
}

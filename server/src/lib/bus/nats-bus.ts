/** Publishes texts to other nodes through a NATS server. */
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import { isPrivateHost } from '../net/addresses.ts';
import { withholding } from '../net/withholding.ts';
import type { Bus, BusHandlers } from './bus.ts';

const reconnectMs = 250;
/** Two unanswered pings detect a network that drops packets silently. */
const pingMs = 5000;

export class NatsBus implements Bus {
  readonly #subject: string;
  readonly #handlers: BusHandlers;
  #connection: NatsConnection | undefined;
  #isClosed = false;

  constructor(url: string, subject: string, handlers: BusHandlers) {
    this.#subject = subject;
    this.#handlers = handlers;
    void this.#open(optionsFrom(url));
  }

  /** The library reconnects by itself after the first connection. */
  async #open(options: NodeConnectionOptions): Promise<void> {
    for (let attempt = 0; !this.#isClosed; attempt++)
      try {
        await this.#join(await open(options));
        return;
      } catch (error) {
        if (attempt === 0) this.#handlers.disconnected(error);
        await new Promise((resolve) => setTimeout(resolve, reconnectMs).unref());
      }
  }

  async #join(connection: NatsConnection): Promise<void> {
    if (this.#isClosed) return connection.close();
    this.#connection = connection;
    connection.subscribe(this.#subject, {
      callback: (error, message) => {
        if (!error) this.#handlers.received(message.string());
      },
    });
    void this.#watch(connection);
    try {
      await connection.flush();
    } catch (error) {
      // Otherwise it would reconnect by itself beside the next one, and receive every text twice.
      await connection.close().catch(() => undefined);
      throw error;
    }
    this.#handlers.connected();
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') this.#handlers.disconnected(new Error('disconnected'));
      if (type === 'reconnect') this.#handlers.connected();
    }
  }

  publish(text: string): Promise<void> {
    try {
      this.#connection?.publish(this.#subject, text);
    } catch {
      // Closed, or the library's buffer is full: the text is lost.
    }
    return Promise.resolve();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connection?.close().catch(() => undefined);
  }
}

const open = (options: NodeConnectionOptions): Promise<NatsConnection> => {
  const { pass, token } = options;
  return withholding([pass ?? token], () => connect(options));
};

/** Signs in and waits for a response. @throws what the library says of a server that is unreachable, or refuses the sign-in */
export async function probeNats(url: string): Promise<void> {
  const connection = await open({ ...optionsFrom(url), reconnect: false, waitOnFirstConnect: false });
  try {
    await connection.flush();
  } finally {
    await connection.close();
  }
}

/** @param urls Of one server, or of several of a cluster separated by commas, which have the same account. */
export function optionsFrom(urls: string): NodeConnectionOptions {
  const servers = urls.split(',').map((url) => new URL(url));
  const { username = '', password = '' } = servers.find((url) => url.username !== '') ?? {};
  return {
    servers: servers.map(({ host }) => host),
    name: 'heddle',
    noEcho: true,
    timeout: 5000,
    pingInterval: pingMs,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectMs,
    ...(servers.some(({ protocol }) => protocol === 'tls:') || isExposed(servers) ? { tls: {} } : {}),
    ...credentials(decodeURIComponent(username), decodeURIComponent(password)),
  };
}

/** What a server says of TLS may come from anyone in between, who would get the password. */
const isExposed = (servers: readonly URL[]): boolean =>
  servers.some(({ username }) => username !== '') && servers.some(({ hostname }) => !isPrivateHost(hostname));

/** A name without a password is a token. */
function credentials(user: string, pass: string): Pick<NodeConnectionOptions, 'user' | 'pass' | 'token'> {
  if (user === '') return {};
  return pass === '' ? { token: user } : { user, pass };
}

/**
 * Texts between nodes by LISTEN and NOTIFY, on a connection of its own: a NOTIFY within a transaction that writes would
 * hold a lock of the whole database while it commits.
 */
import pg from 'pg';
import type { Bus, BusHandlers } from '../../lib/bus/bus.ts';
import { endSession } from './heartbeat-session.ts';
import type { TimedQuery } from './postgres-deadlines.ts';

const channel = 'heddle';
const timeoutMs = 5000;
const reconnectMs = 250;
/** A network that drops packets silently is noticed by missing responses. */
const probeMs = 5000;

export class PostgresBus implements Bus {
  readonly #url: string;
  readonly #handlers: BusHandlers;
  #client: pg.Client | undefined;
  #isClosed = false;
  #isLost = false;
  #again: NodeJS.Timeout | undefined;
  readonly #probe: NodeJS.Timeout;

  constructor(url: string, handlers: BusHandlers) {
    this.#url = url;
    this.#handlers = handlers;
    void this.#connect();
    this.#probe = setInterval(() => void this.#ask({ text: 'SELECT 1' }), probeMs).unref();
  }

  publish(text: string): Promise<void> {
    return this.#ask({ name: 'publish', text: 'SELECT pg_notify($1, $2)', values: [channel, text] });
  }

  async #ask(config: pg.QueryConfig): Promise<void> {
    const client = this.#client;
    if (!client) return;
    try {
      await client.query(timed(config));
    } catch (error) {
      this.#lose(client, error);
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'heddle-bus',
      connectionTimeoutMillis: timeoutMs,
      keepAlive: true,
    });
    client.on('error', (error) => this.#lose(client, error));
    let own: number | undefined;
    client.on('notification', ({ payload = '', processId }) => {
      // Own texts come back as well.
      if (processId !== own) this.#handlers.received(payload);
    });
    try {
      await client.connect();
      // A hint need not outlive the database server.
      await client.query(timed({ text: `SET synchronous_commit = off` }));
      const { rows } = await client.query<{ pid: number }>(timed({ text: 'SELECT pg_backend_pid() AS pid' }));
      own = rows[0]?.pid;
      await client.query(timed({ text: `LISTEN ${channel}` }));
    } catch (error) {
      this.#retire(client, error);
      return;
    }
    if (this.#isClosed) return void client.end().catch(() => undefined);
    this.#client = client;
    this.#isLost = false;
    this.#handlers.connected();
  }

  #lose(client: pg.Client, error: unknown): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    this.#retire(client, error);
  }

  #retire(client: pg.Client, error: unknown): void {
    client.end().catch(() => undefined);
    if (this.#isClosed) return;
    if (!this.#isLost) this.#handlers.disconnected(error);
    this.#isLost = true;
    this.#again = setTimeout(() => void this.#connect(), reconnectMs).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#probe);
    clearTimeout(this.#again);
    const client = this.#client;
    this.#client = undefined;
    if (client) await endSession(client).catch(() => undefined);
  }
}

const timed = (config: pg.QueryConfig): TimedQuery => ({ ...config, query_timeout: timeoutMs });

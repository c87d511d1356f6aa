/** A server in the process of the test, which is warm by then: for tests that neither kill it nor look at its process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '../../../server/src/lib/config/config.ts';
import { startServer, type Running } from '../../../server/src/app/start/serve.ts';
import { memoryFolder } from '../memory.ts';
import { freePort } from '../services/free-port.ts';
import { undoAfter, type Lifetime } from '../undo.ts';

/** May be stopped, and started again at the same address. */
export class OwnServer {
  readonly url: string;
  readonly #dataDir: string;
  readonly #port: number;
  #running: Running | undefined;

  private constructor(dataDir: string, port: number) {
    this.#dataDir = dataDir;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async on(dataDir: string): Promise<OwnServer> {
    const server = new OwnServer(dataDir, await freePort());
    await server.start();
    return server;
  }

  get app(): Running['app'] {
    return this.#get().app;
  }

  /** Where the first organization is made; `null` when there is one. */
  get setupUrl(): string | null {
    return this.#get().setupUrl;
  }

  #get(): Running {
    if (!this.#running) throw new Error('The server is stopped.');
    return this.#running;
  }

  async start(): Promise<void> {
    const flags = {
      data: this.#dataDir,
      port: this.#port,
      host: '127.0.0.1',
      rateLimits: 'off',
      shutdownTimeout: 1,
    };
    this.#running = await startServer({ config: loadConfig(flags, {}), log: pino({ level: 'silent' }) });
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
  }
}

/** One that nobody has set up, until `t` ends. */
export async function newServer(t: Lifetime): Promise<OwnServer> {
  const dataDir = mkdtempSync(join(memoryFolder(), 'heddle-new-'));
  undoAfter(t, () => rmSync(dataDir, { recursive: true, force: true }));
  const server = await OwnServer.on(dataDir);
  undoAfter(t, () => server.stop());
  return server;
}

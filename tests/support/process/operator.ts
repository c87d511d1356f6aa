/** A server that an operator gives commands, each of them while it runs or while it is stopped. */
import type { TestContext } from 'node:test';
import { runWherePossible } from '../../../server/src/app/cli/admin.ts';
import type { AdminCommandName } from '../../../server/src/app/cli/command-list.ts';
import type { Result } from '../../../server/src/app/cli/admin-command.ts';
import { openAdminSocket } from '../../../server/src/app/cli/socket/socket.ts';
import type { App } from '../../../server/src/app/open-app.ts';
import { loadConfig, type Config } from '../../../server/src/lib/config/config.ts';
import { Client, type Account } from '../client.ts';
import { makePlace, type Engine, type TestFolder } from '../engines.ts';
import { startAt } from '../server.ts';
import { undoAfter } from '../undo.ts';

export type ServerState = 'running' | 'stopped';
export const serverStates: readonly ServerState[] = ['running', 'stopped'];

export const ownerPassword = 'the canary sings at noon';

export class OperatedServer {
  readonly #place: TestFolder;
  readonly #state: ServerState;
  readonly config: Config;
  #server: { app: App; port: number; stop(): Promise<void> } | undefined;

  private constructor(place: TestFolder, state: ServerState) {
    this.#place = place;
    this.#state = state;
    const { dataDir, databaseUrl } = place;
    this.config = loadConfig({ data: dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) }, {});
  }

  static async start(t: TestContext, engine: Engine, state: ServerState): Promise<OperatedServer> {
    const place = await makePlace(engine);
    const made = new OperatedServer(place, state);
    undoAfter(t, async () => {
      await made.stop();
      await place.remove();
    });
    await made.#begin();
    return made;
  }

  get app(): App {
    if (!this.#server) throw new Error('The server is stopped.');
    return this.#server.app;
  }

  get url(): string {
    if (!this.#server) throw new Error('The server is stopped.');
    return `http://127.0.0.1:${this.#server.port}`;
  }

  as(account: Account): Client {
    return new Client(this.url, account);
  }

  /** Runs one in the state that the test is about; afterwards the server runs. */
  async command<T = Result>(name: AdminCommandName, options: Result): Promise<T> {
    if (this.#state === 'stopped') await this.stop();
    try {
      return (await runWherePossible(this.config, name, options)) as T;
    } finally {
      if (!this.#server) await this.#begin();
    }
  }

  async createOrganization(subdomain = ''): Promise<Account & { orgId: number }> {
    const owner = { ownerEmail: 'ada@example.com', ownerName: 'Ada Achterberg', ownerPassword };
    return this.#account(await this.command('org-create', { name: 'Weavers', subdomain, ...owner }));
  }

  async createUser(name: string, more: Result = {}): Promise<Account & { orgId: number }> {
    const options = {
      email: `${name.toLowerCase()}@example.com`,
      name,
      password: ownerPassword,
      role: 'member',
    };
    return this.#account(await this.command('user-create', { ...options, ...more }));
  }

  #account(made: Result): Account & { orgId: number } {
    const { user_id: id, email, api_key: apiKey, realm_id: orgId } = made;
    return { id: Number(id), email: String(email), apiKey: String(apiKey), orgId: Number(orgId) };
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.stop();
  }

  async #begin(): Promise<void> {
    const server = await startAt(this.#place, { ownSecrets: true });
    const socket = await openAdminSocket(server.app);
    this.#server = {
      app: server.app,
      port: server.port,
      async stop() {
        await socket.close();
        await server.stop();
      },
    };
  }
}

/** A server in this process, on a database of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '../../server/src/lib/config/config.ts';
import type { Settings } from '../../server/src/lib/config/config-schema.ts';
import { mounts, routes } from '../../server/src/app/features.ts';
import type { Callers } from '../../server/src/http/callers.ts';
import { buildServer, type Mount } from '../../server/src/http/server.ts';
import { mountHealth } from '../../server/src/app/start/health.ts';
import { openApp, type App, type AppOptions } from '../../server/src/app/open-app.ts';
import { mountPages } from '../../server/src/pages/routes.ts';
import { Setup } from '../../server/src/pages/setup/setup.ts';
import type { Secrets } from '../../server/src/lib/secrets.ts';
import './services/argon2.ts';
import { makePreparedPlace, type Engine, type TestFolder } from './engines.ts';
import './services/local-names.ts';

export const testSecrets: Secrets = { serverKey: Buffer.alloc(32, 7) };

export interface ServerOptions {
  rateLimits?: 'on' | 'off';
  log?: App['log'];
  /** The folder of a built web client; without one the pages say that there is none. */
  client?: string;
  /** Settings of the server. */
  config?: Partial<Settings>;
  /** The text of heddle.toml. */
  toml?: string;
  /** Where the server reaches its PostgreSQL, if not at the address of the database itself. */
  databaseUrl?: (itself: string) => Promise<string>;
  /** Its secrets are those in the data folder, as for a process that is started there. */
  ownSecrets?: boolean;
  /** The migrations that its version knows. */
  list?: AppOptions['list'];
  clock?: AppOptions['clock'];
}

export interface MountedRoute {
  method: string;
  /** With `:name` and `*` for what varies. */
  url: string;
  crossSite: boolean;
  callers: Callers | undefined;
}

interface Running {
  app: App;
  port: number;
  mounted: readonly MountedRoute[];
  stop(): Promise<void>;
}

export class TestServer {
  readonly #place: TestFolder;
  readonly #options: ServerOptions;
  #running: Running;
  /** How many organizations were made on it. */
  organizations = 0;

  private constructor(place: TestFolder, options: ServerOptions, running: Running) {
    this.#place = place;
    this.#options = options;
    this.#running = running;
  }

  static async start(engine: Engine, options: ServerOptions = {}): Promise<TestServer> {
    const place = await makePreparedPlace(engine);
    if (place.databaseUrl !== undefined && options.databaseUrl) {
      await place.sessions?.end();
      delete place.sessions;
      place.databaseUrl = await options.databaseUrl(place.databaseUrl);
    }
    return new TestServer(place, options, await run(place, options));
  }

  get app(): App {
    return this.#running.app;
  }

  get port(): number {
    return this.#running.port;
  }

  get mounted(): readonly MountedRoute[] {
    return this.#running.mounted;
  }

  async restart(meanwhile?: (place: TestFolder) => Promise<void>): Promise<void> {
    await this.#running.stop();
    await meanwhile?.(this.#place);
    this.#running = await run(this.#place, this.#options);
  }

  async remove(): Promise<void> {
    this.#place.sessions?.keep();
    await this.#running.stop();
    await this.#place.remove();
  }
}

async function run(place: TestFolder, options: ServerOptions): Promise<Running> {
  const {
    rateLimits = 'off',
    log = pino({ level: 'silent' }),
    client = join(place.dataDir, 'no-client'),
    config,
    toml,
  } = options;
  if (toml !== undefined) writeFileSync(join(place.dataDir, 'heddle.toml'), toml);
  const flags = {
    data: place.dataDir,
    rateLimits,
    ...config,
    ...(place.databaseUrl ? { databaseUrl: place.databaseUrl } : {}),
  };
  const app = await openApp({
    config: loadConfig(flags, {}),
    ...(options.list && { list: options.list }),
    ...(place.sessions && { open: place.sessions.open }),
    ...(options.clock && { clock: options.clock }),
    ...(options.ownSecrets === true ? {} : { secrets: testSecrets }),
    log,
    checksResponses: true,
  });
  const mounted: MountedRoute[] = [];
  const edge = buildServer(app, routes, [noteRoutes(mounted), ...mounts]);
  mountHealth(edge, app, () => false);
  mountPages(edge, app, new Setup(app), { client, routes });
  const url = await edge.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    port: Number(new URL(url).port),
    mounted,
    async stop() {
      edge.server.closeAllConnections();
      await edge.close();
      await app.close();
    },
  };
}

const noteRoutes =
  (mounted: MountedRoute[]): Mount =>
  (edge) =>
    edge.addHook('onRoute', ({ method, url, config }) => {
      for (const one of [method].flat())
        mounted.push({ method: one, url, crossSite: config?.crossSite ?? false, callers: config?.callers });
    });

/** A server on data that is there already, such as what a restore left. */
export { run as startAt };

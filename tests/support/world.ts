/**
 * One small cast, the same in every test: Ada owns the organization, Ben administers it, Cleo moderates, Dan and Eve are
 * members, Gus is a guest. Everyone is in #general (public); Ada, Cleo and Dan are in #design (private, shared history);
 * Ada and Dan in #vault (private, protected history); #lounge is public and has Ada and Eve in it.
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { roles, type Role } from '../../wire/core.ts';
import { loadConfig } from '../../server/src/lib/config/config.ts';
import type { Settings } from '../../server/src/lib/config/config-schema.ts';
import { createOrganization } from '../../server/src/features/organization/create.ts';
import { systemBots } from '../../server/src/core/users/system-bots.ts';
import { insertPerson, newCredentials } from '../../server/src/core/users/insert.ts';
import { mounts, routes } from '../../server/src/app/features.ts';
import { buildServer, type Mount } from '../../server/src/http/server.ts';
import { mountHealth } from '../../server/src/app/start/health.ts';
import { openApp, type App } from '../../server/src/app/open-app.ts';
import { mountPages } from '../../server/src/pages/routes.ts';
import { Setup } from '../../server/src/pages/setup.ts';
import type { Secrets } from '../../server/src/lib/secrets.ts';
import './argon2.ts';
import { Client, type Account } from './client.ts';
import { makePreparedPlace, type Engine, type Place } from './engines.ts';
import { addChannels, type Cast } from './cast.ts';

export const people = {
  ada: { fullName: 'Ada Achterberg', role: roles.owner },
  ben: { fullName: 'Ben Okafor', role: roles.administrator },
  cleo: { fullName: 'Cléo Marchand', role: roles.moderator },
  dan: { fullName: 'Dan Ito', role: roles.member },
  eve: { fullName: 'Eve Lindqvist', role: roles.member },
  gus: { fullName: 'Gus Parker', role: roles.guest },
} as const satisfies Record<string, { fullName: string; role: Role }>;
export type Name = keyof typeof people;
export const names = Object.keys(people) as Name[];

export const testSecrets: Secrets = { serverKey: Buffer.alloc(32, 7) };

export interface World extends Cast {
  engine: Engine;
  app: App;
  url: string;
  orgId: number;
  people: Record<Name, Account>;
  /** A client signed in as someone of the cast. */
  as(who: Name | Account): Client;
  anonymous: Client;
  /** What is mounted beside the API: pages, files, pictures. */
  mounted: readonly MountedRoute[];
  /** Ends the server and starts another on the same data, as after a crash: what was not stored is gone. */
  restart(): Promise<void>;
}

interface MountedRoute {
  method: string;
  /** With `:name` and `*` for what varies. */
  url: string;
  crossSite: boolean;
}

export interface WorldOptions {
  rateLimits?: 'on' | 'off';
  /** The people have no passwords unless a test is about them: hashing one takes longer than most tests. */
  passwordHash?: string;
  log?: App['log'];
  /** The folder of a built web client; without one the pages say that there is none. */
  client?: string;
  /** Settings of the server. */
  config?: Partial<Settings>;
  /** Where the server reaches its PostgreSQL, if not at the address of the database itself. */
  databaseUrl?: (itself: string) => Promise<string>;
}

/** What ends a world: a test, or something smaller. */
export interface Span {
  after(end: () => Promise<void>): void;
}

/** A running server with the cast in it, gone when the test ends. */
export async function makeWorld(t: Span, engine: Engine, options: WorldOptions = {}): Promise<World> {
  const place = await makePreparedPlace(engine);
  if (place.databaseUrl !== undefined && options.databaseUrl)
    place.databaseUrl = await options.databaseUrl(place.databaseUrl);
  let running = await start(place, options);
  t.after(async () => {
    await running.stop();
    await place.remove();
  });
  const { orgId, accounts } = await populate(running.app, options);
  const channels = await addChannels(running.app, orgId, accounts);
  const world: World = {
    engine,
    app: running.app,
    url: running.url,
    orgId,
    people: accounts,
    ...channels,
    as: (who) => new Client(world.url, typeof who === 'string' ? accounts[who] : who),
    anonymous: new Client(running.url),
    mounted: running.mounted,
    async restart() {
      await running.stop();
      running = await start(place, options);
      world.app = running.app;
      world.url = running.url;
      world.anonymous = new Client(running.url);
    },
  };
  return world;
}

interface Running {
  app: App;
  url: string;
  mounted: readonly MountedRoute[];
  stop(): Promise<void>;
}

async function start(
  place: Place,
  {
    rateLimits = 'off',
    log = pino({ level: 'silent' }),
    client = join(place.dataDir, 'no-client'),
    config,
  }: WorldOptions,
): Promise<Running> {
  const flags = {
    data: place.dataDir,
    rateLimits,
    ...config,
    ...(place.databaseUrl ? { databaseUrl: place.databaseUrl } : {}),
  };
  const app = await openApp({
    config: loadConfig(flags, {}),
    secrets: testSecrets,
    log,
    checksAnswers: true,
  });
  const mounted: MountedRoute[] = [];
  const edge = buildServer(app, routes, [noteRoutes(mounted), ...mounts]);
  mountHealth(edge, app, () => false);
  mountPages(edge, app, new Setup(app), client);
  const url = await edge.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    url,
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
        mounted.push({ method: one, url, crossSite: config?.crossSite ?? false });
    });

async function populate(app: App, { passwordHash }: WorldOptions) {
  const credentials = () => newCredentials(app.secrets, passwordHash ?? null);
  const keys = Object.fromEntries(names.map((name) => [name, credentials()])) as Record<
    Name,
    ReturnType<typeof credentials>
  >;
  const accounts = {} as Record<Name, Account>;
  const orgId = await app.db.write(0, 'system', async (tx) => {
    const account = (name: Name) => ({
      email: `${name}@example.com`,
      fullName: people[name].fullName,
      ...keys[name],
    });
    const { orgId: made, ownerId } = await createOrganization(tx, {
      name: 'Weavers',
      subdomain: '',
      owner: account('ada'),
      botCredentials: systemBots.map(() => credentials()),
    });
    for (const name of names) {
      const id =
        name === 'ada'
          ? ownerId
          : await insertPerson(tx, made, { ...account(name), role: people[name].role });
      accounts[name] = { id, email: `${name}@example.com`, apiKey: keys[name].apiKey };
    }
    return made;
  });
  await app.organizations.refresh();
  return { orgId, accounts };
}

/**
 * One small cast, the same in every test: Ada owns the organization, Ben administers it, Cleo moderates, Dan and Eve are
 * members, Gus is a guest. Everyone is in #general (public); Ada, Cleo and Dan are in #design (private, shared history);
 * Ada and Dan in #vault (private, protected history); #lounge is public and has Ada and Eve in it.
 */
import { rm } from 'node:fs/promises';
import { roles, type Role } from '../../wire/core.ts';
import { createOrganization } from '../../server/src/features/organization/create.ts';
import { systemBots } from '../../server/src/core/users/system-bots.ts';
import { insertPeople, newCredentials } from '../../server/src/core/users/insert.ts';
import type { App } from '../../server/src/app/open-app.ts';
import { getOutbox } from '../../server/src/lib/mail/deliver.ts';
import { keysIn, toRecord } from '../../server/src/lib/objects.ts';
import { addChannels, type Cast } from './cast.ts';
import { Client, type Account } from './client.ts';
import { type Engine, type TestFolder, atEnd, isEndKnown } from './engines.ts';
import { TestServer, type MountedRoute, type ServerOptions } from './server.ts';
import type { Lifetime } from './undo.ts';

export const people = {
  ada: { fullName: 'Ada Achterberg', role: roles.owner },
  ben: { fullName: 'Ben Okafor', role: roles.administrator },
  cleo: { fullName: 'Cléo Marchand', role: roles.moderator },
  dan: { fullName: 'Dan Ito', role: roles.member },
  eve: { fullName: 'Eve Lindqvist', role: roles.member },
  gus: { fullName: 'Gus Parker', role: roles.guest },
} as const satisfies Record<string, { fullName: string; role: Role }>;
export type Name = keyof typeof people;
export const names = keysIn(people);

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
  /**
   * Ends the server and starts another on the same data, as after a crash: what was not stored is gone.
   * @param meanwhile What happens to the data before that.
   */
  restart(meanwhile?: (place: TestFolder) => Promise<void>): Promise<void>;
}

export interface WorldOptions extends ServerOptions {
  /** The people have no passwords unless a test is about them: hashing one takes longer than most tests. */
  passwordHash?: string;
  /** Whether the organization is alone on a server that no other test uses: as soon as it has settings of the server. */
  alone?: boolean;
}

/** A running server with the cast in an organization of its own, which nobody uses when the test has ended. */
export async function makeWorld(t: Lifetime, engine: Engine, options: WorldOptions = {}): Promise<World> {
  const { passwordHash, alone, ...settings } = options;
  const shared = alone || Object.keys(settings).length > 0 ? undefined : await sharedServer(engine);
  const server = shared ?? (await TestServer.start(engine, settings));
  if (shared) await emptyOutbox(shared.app);
  else t.after(() => server.remove());
  const subdomain = shared ? `weavers-${String((server.organizations += 1))}` : '';
  const { orgId, accounts } = await populate(server.app, subdomain, passwordHash);
  const channels = await addChannels(server.app, orgId, accounts);
  const world: World = {
    engine,
    get app() {
      return server.app;
    },
    get url() {
      return `http://${shared ? `${subdomain}.localhost` : '127.0.0.1'}:${String(server.port)}`;
    },
    orgId,
    people: accounts,
    ...channels,
    as: (who) => new Client(world.url, typeof who === 'string' ? accounts[who] : who),
    get anonymous() {
      return new Client(world.url);
    },
    get mounted() {
      return server.mounted;
    },
    restart: (meanwhile) => server.restart(meanwhile),
  };
  return world;
}

/** The emails of the test before may be to the same addresses. */
async function emptyOutbox(app: App): Promise<void> {
  await app.jobs.runDue();
  await rm(getOutbox(app.config.data), { recursive: true, force: true });
}

async function populate(app: App, subdomain: string, passwordHash?: string) {
  const credentials = () => newCredentials(app.secrets, passwordHash ?? null);
  const keys = toRecord(names, credentials);
  const { orgId, ids } = await app.db.write(0, 'system', async (tx) => {
    const account = (name: Name) => ({
      email: `${name}@example.com`,
      fullName: people[name].fullName,
      ...keys[name],
    });
    const { orgId: made, ownerId } = await createOrganization(tx, {
      name: 'Weavers',
      subdomain,
      owner: account('ada'),
      botCredentials: systemBots.map(() => credentials()),
    });
    const others = names.filter((name) => name !== 'ada');
    const otherIds = await insertPeople(
      tx,
      made,
      others.map((name) => ({ ...account(name), role: people[name].role })),
    );
    return {
      orgId: made,
      ids: new Map([['ada', ownerId], ...others.map((name, i) => [name, otherIds[i] ?? 0] as const)]),
    };
  });
  await app.organizations.refresh();
  const accounts = toRecord(names, (name): Account => ({
    id: ids.get(name) ?? 0,
    email: `${name}@example.com`,
    apiKey: keys[name].apiKey,
  }));
  return { orgId, accounts };
}

// One server for each engine, which all tests of a process use that need none of their own.

const shared = new Map<Engine, Promise<TestServer>>();

/** @returns undefined where nothing says when the tests of this process end. */
function sharedServer(engine: Engine): Promise<TestServer> | undefined {
  if (!isEndKnown()) return undefined;
  const known = shared.get(engine);
  if (known) return known;
  if (shared.size === 0) atEnd(endSharedServers);
  const starting = TestServer.start(engine);
  shared.set(engine, starting);
  return starting;
}

async function endSharedServers(): Promise<void> {
  const ending = [...shared.values()];
  shared.clear();
  for (const server of ending) await (await server).remove();
}

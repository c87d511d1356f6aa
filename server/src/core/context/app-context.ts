/** The parts of the running server that operations use: created once at start, and passed to them. */
import type { Logger } from 'pino';
import type { Clock, SettledClock } from '../../lib/clock.ts';
import type { Config } from '../../lib/config/config.ts';
import type { ExternalServices } from '../../lib/telemetry/external-services.ts';
import type { Files } from '../../lib/files/open.ts';
import type { Secrets } from '../../lib/secrets.ts';
import type { StorageHealth, StorageSubject } from '../../lib/storage/health.ts';
import type { RunningWork } from '../../lib/storage/running-work.ts';
import type { Telemetry } from '../../lib/telemetry/telemetry.ts';
import type { ApiKeys } from '../api-keys/index.ts';
import type { Hub, Organizations, QueueKeeper } from '../events/index.ts';
import type { Database } from '../log/index.ts';
import type { Nodes } from '../nodes/index.ts';
import type { Peers } from '../peers/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { StateFetchers } from './register-state.ts';

/** The queue of background jobs. */
interface Jobs {
  /** Called after a commit that added jobs, and when the database is available again. */
  wake(): void;
  /** Runs all jobs that are due at this time (milliseconds since 1970; default: now), and the jobs that they enqueue. */
  runDue(now?: number): Promise<void>;
  stop(): Promise<void>;
}

export interface AppContext {
  config: Config;
  /** The port it listens on: the configured one, or the one assigned for port 0. */
  port: number;
  secrets: Secrets;
  log: Logger;
  /** Receives reports of completed work, for metrics and traces. */
  telemetry: Telemetry;
  /** In tests and development: a response that does not match its schema is an error. */
  checksResponses: boolean;
  db: Database;
  /** The clock for everything that is stored or compared. */
  clock: Clock;
  /** The clock for the age of what is deleted or ends by it: a clock that is set forward makes nothing older. */
  settledClock: SettledClock;
  /** The processes that serve this database. */
  nodes: Nodes;
  files: Files;
  /** Whether the database and the file store are writable. */
  storage: Record<StorageSubject, StorageHealth>;
  /** Whether mail, directory and others respond. */
  external: ExternalServices;
  hub: Hub;
  keeper: QueueKeeper;
  /** Other nodes on the same database. */
  peers: Peers;
  organizations: Organizations;
  sessions: Sessions;
  apiKeys: ApiKeys;
  jobs: Jobs;
  /** What this process is doing, so that the next one gives up what ends it. */
  runningWork: RunningWork;
  /** The state that features add to `/register`, by key. */
  registerState: StateFetchers;
  /** State that features keep for this server, see `defineService`. */
  services: Map<symbol, unknown>;
  /** Unix seconds of the first start of the running version on this database; 0 until known. */
  generation: number;
  /** The context of the server, where this one replaces some parts for a while. */
  base?: AppContext;
}

/**
 * Declares a part of the server that belongs to one feature and is created on first use.
 * @returns a function from a server's context to its instance
 */
export function defineService<T, Needs extends Partial<AppContext>>(
  make: (app: Needs & Pick<AppContext, 'services' | 'base'>) => T,
): (app: Needs & Pick<AppContext, 'services' | 'base'>) => T {
  const key = Symbol(make.name);
  return (app) => {
    if (!app.services.has(key)) app.services.set(key, make((app.base as typeof app | undefined) ?? app));
    // Only this function knows the key, and stores what `make` returns.
    return app.services.get(key) as T;
  };
}

/** Declares a feature: everything that it adds to the server, in one value that `app/features.ts` lists. */
import type { AppContext, StateFetchers } from '../core/context/index.ts';
import type { EventRules } from '../core/events/index.ts';
import type { Job } from '../core/jobs/index.ts';
import type { Expiry, LogEntry, Reaction } from '../core/log/index.ts';
import type { Route } from './route.ts';
import type { Mount } from './server.ts';

/** A background worker. */
export interface Worker {
  /** Called with committed entries in log order. */
  committed?(entries: readonly LogEntry[]): void;
  /** Called when entries were trimmed before this node saw them: cached data may be outdated. */
  missed?(): void;
  /** Called when the database is available again. */
  wake?(): void;
  stop?(): Promise<void>;
}

/** Periodic work that needs several transactions. It ends early when `isStopped` returns true. */
export type MaintenanceTask = (app: AppContext, isStopped: () => boolean) => Promise<void>;

export interface Feature {
  routes?: readonly Route[];
  /** Routes outside the API. */
  mounts?: readonly Mount[];
  /** Its keys of `/register`. */
  registerState?: Partial<StateFetchers>;
  /** The rules of its event types. */
  events?: Partial<EventRules>;
  jobs?: readonly Job[];
  /** Reactions to hooks of lower rooms. */
  reactions?: readonly Reaction[];
  workers?: readonly ((app: AppContext) => Worker)[];
  expiries?: readonly Expiry[];
  maintenance?: readonly MaintenanceTask[];
}

/** Preserves the literal type, so that a key of `/register` without a fetcher and an event type without a rule do not compile. */
export const defineFeature = <const Declared extends Feature>(declared: Declared): Declared => declared;

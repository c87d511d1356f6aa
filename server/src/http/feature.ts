/** How a feature declares itself: everything it adds to the server, in one value that `app/features.ts` lists. */
import type { AppContext, StateFetchers } from '../core/context/index.ts';
import type { Encoder, Recheck } from '../core/events/index.ts';
import type { Job } from '../core/jobs/index.ts';
import type { Expiry, LogEntry, Reaction } from '../core/log/index.ts';
import type { Route } from './route.ts';
import type { Mount } from './server.ts';

/** Work in the background while the server runs. */
export interface Worker {
  /** Called with what was committed, in log order. */
  committed?(entries: readonly LogEntry[]): void;
  /** Called when entries of the log were trimmed before this node saw them: what it keeps may be outdated. */
  missed?(): void;
  /** Called when the database is available again. */
  wake?(): void;
  stop?(): Promise<void>;
}

/** Periodic work that needs several transactions. It ends early when `isStopped` returns true. */
export type MaintenanceTask = (app: AppContext, isStopped: () => boolean) => Promise<void>;

export interface Feature {
  routes?: readonly Route[];
  /** What is served beside the API. */
  mounts?: readonly Mount[];
  /** Its keys of `/register`. */
  registerState?: Partial<StateFetchers>;
  /** Of the event types whose text depends on the client. */
  encoders?: Readonly<Record<string, Encoder>>;
  jobs?: readonly Job[];
  /** What it adds to the actions of rooms below. */
  reactions?: readonly Reaction[];
  workers?: readonly ((app: AppContext) => Worker)[];
  /** Decides which waiting events a queue may still deliver after its owner lost access. */
  recheck?: Recheck;
  expiries?: readonly Expiry[];
  maintenance?: readonly MaintenanceTask[];
}

/** Keeps the type of what is declared, so that a key of `/register` that nobody fetches does not compile. */
export const defineFeature = <const Declared extends Feature>(declared: Declared): Declared => declared;

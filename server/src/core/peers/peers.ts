/** The other nodes of this server, which serve the same organizations from the same database. */
import type { Clock } from '../../lib/clock.ts';
import type { LogEntry } from '../log/index.ts';

/** Hints to other nodes by kind. A hint may arrive late, twice or never. */
export interface Hints {
  /** An event queue that is served here now, from this position on. */
  queueMoved: readonly [id: string, acknowledged: number];
  /** Event queues whose rows are deleted. */
  queuesDeleted: readonly string[];
  /** The list of organizations. */
  organizations: null;
  /** A node that has started. */
  joined: null;
  /** People who were seen. */
  presence: readonly [orgId: number, rows: readonly SeenHint[]];
}

/** Milliseconds since 1970. */
export type SeenHint = readonly [
  userId: number,
  activeAt: number,
  connectedAt: number,
  updateId: number,
  hasLeft: boolean,
];

export interface Peers {
  /** Whether there may be others. */
  readonly areAllowed: boolean;
  /** Whether there are others, as far as is known: one that starts announces itself, and is known from then on. */
  readonly haveOthers: boolean;
  /** When this node last learned of a commit of another one, by `performance.now()`. */
  readonly othersWroteAt: number;
  /** That of the database. */
  readonly clock: Clock;
  /** Wakes the others after a commit, with these entries of an organization. */
  committed(orgId: number, entries: readonly LogEntry[]): void;
  /** Resolves when what any node has committed by now is applied here. */
  catchUp(orgId: number): Promise<void>;
  send<Kind extends keyof Hints>(kind: Kind, hint: Hints[Kind]): void;
  on<Kind extends keyof Hints>(kind: Kind, handle: (hint: Hints[Kind]) => void): void;
  stop(): Promise<void>;
}

/** The peers of a server that owns its database: none. */
export const noPeers = (clock: Clock): Peers => ({
  areAllowed: false,
  haveOthers: false,
  othersWroteAt: -Infinity,
  clock,
  committed: () => undefined,
  catchUp: () => Promise.resolve(),
  send: () => undefined,
  on: () => undefined,
  stop: () => Promise.resolve(),
});

/** The processes that serve one database, as the parts of each of them see it. */
import type { NodeRow } from '../../db/node-rows.ts';

/** Work that one node does for all. */
export const leases = [
  'search-index',
  'notifications',
  'maintenance',
  'scheduled-backup',
  'exports',
  'imports',
  'mailbox',
] as const;
export type LeaseName = (typeof leases)[number];

/** Identifies the node that has claimed a job. */
interface Claimant {
  /** Changes when the node was considered dead. */
  readonly id: string;
}

export interface Nodes {
  /** `null` where there is one process at a time, and nothing to agree upon. */
  readonly claimant: Claimant | null;
  /** The living, by their start, this one included; none where there is one process at a time. */
  list(): readonly NodeRow[];
  /** Does the work, fenced, if this node holds the lease; else nothing. */
  lead(lease: LeaseName, work: () => Promise<void>): Promise<void>;
  /** Calls back after each heartbeat that found other nodes, or that they have gone: what they left may be waiting. */
  onBeat(callback: () => void): void;
  /** Sends a heartbeat at once. */
  beat(): Promise<void>;
  /** Gives up all leases. */
  stop(): Promise<void>;
}

/** The only node on an embedded database, which keeps every other process out. */
export const soleNode: Nodes = {
  claimant: null,
  list: () => [],
  lead: (_lease, work) => work(),
  onBeat: () => undefined,
  beat: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

/**
 * A node among others: has a row with its heartbeat, and the leases of work that one node does for all. Leases hang on
 * the row, so keeping them costs nothing beside the heartbeat. Loaded for PostgreSQL only.
 */
import { createHash, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Connection } from '../../db/connection.ts';
import {
  beat,
  deadAfterMs,
  deleteNode,
  insertNode,
  isLeaseHeld,
  readOldestSchema,
  takeLeases,
  type HeldLease,
  type NodeRow,
} from '../../db/node-rows.ts';
import { postgresFault } from '../../db/postgres/postgres-faults.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { heddleVersion } from '../../lib/version.ts';
import { FenceLost, withFence } from './fence.ts';
import { leases, type LeaseName, type Nodes } from './nodes.ts';

const beatMs = 2000;
/** After a pause like this the database was probably away, for the other nodes too. */
const pauseMs = deadAfterMs - beatMs;
/** How long a node that starts tries to join; each attempt ends with the deadline of a heartbeat. */
const patienceMs = 20_000;
const retryMs = 200;

export interface RegistryOptions {
  control: Connection;
  log: Logger;
  /** The data folder of this machine, which one process at a time uses. */
  dataDir: string;
  /** The address that `heddle nodes` shows. */
  address: string;
  /** The node's file storage: `local`, or a value that nodes with the same storage have in common. */
  files: string;
  /** Its public URL and additional host names, as `listHosts` puts them. */
  hosts: string;
  /** How many migrations this version knows. */
  schema: number;
  /** Milliseconds of a clock that only goes forward; replaced in tests. */
  now?: () => number;
  /** Called before the node is in the list. */
  joining?: ((nodes: Nodes) => void) | undefined;
  /** Called when the schema was changed beyond this version while this node sent no heartbeat. */
  outdated: () => void;
}

export class NodeRegistry implements Nodes {
  readonly #options: RegistryOptions;
  #slot: string;
  readonly #leases = new Map<LeaseName, HeldLease>();
  readonly #callbacks: (() => void)[] = [];
  #id = '';
  #living: readonly NodeRow[] = [];
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();
  #isFailing = false;
  #isStopped = false;
  readonly #now: () => number;
  /** When the last heartbeat succeeded. */
  #reportedAt: number;
  /** When this node last reached the database after a pause, and the time before that. */
  #returnedAt = -Infinity;
  #returnedBefore = -Infinity;

  private constructor(options: RegistryOptions) {
    this.#options = options;
    this.#slot = getSlot(options.dataDir);
    this.#now = options.now ?? (() => performance.now());
    this.#reportedAt = this.#now();
  }

  /** @throws StartRefused when this node and those that run could not serve the same files. */
  static async join(options: RegistryOptions): Promise<NodeRegistry> {
    const registry = new NodeRegistry(options);
    options.joining?.(registry);
    const until = performance.now() + patienceMs;
    await patiently(until, () => registry.#register());
    try {
      await patiently(until, () => registry.#takePart());
      refuseOtherFiles(registry.#living, registry.#id);
    } catch (error) {
      await registry.stop();
      throw error;
    }
    registry.#schedule();
    const { log, address, files } = options;
    log.info(
      { node: registry.#id, address, files, nodes: registry.#living.length },
      'joined the nodes of this database',
    );
    return registry;
  }

  get claimant(): { id: string } {
    return { id: this.#id };
  }

  list(): readonly NodeRow[] {
    return this.#living;
  }

  async lead(name: LeaseName, work: () => Promise<void>): Promise<void> {
    const lease = this.#leases.get(name);
    if (!lease) return;
    await withFence(async (tx) => {
      if (await isLeaseHeld(tx, lease)) return;
      if (this.#leases.get(name) === lease) this.#leases.delete(name);
      throw new FenceLost(name);
    }, work);
  }

  onBeat(callback: () => void): void {
    this.#callbacks.push(callback);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    // A database that did not respond to the last heartbeat gets no further seconds.
    if (!this.#isFailing) await this.#beating;
    this.#leases.clear();
    if (!this.#isFailing) await this.#leave();
    await this.#options.control.close();
  }

  /** Otherwise the other nodes would wait until this one counts as dead. */
  async #leave(): Promise<void> {
    const { control, log } = this.#options;
    try {
      await deleteNode(control, this.#id);
    } catch (error) {
      log.warn({ err: error }, 'leaving the nodes of this database failed; they notice within ten seconds');
    }
  }

  async #register(): Promise<void> {
    const { control, address, files, schema, hosts } = this.#options;
    // An earlier attempt may have succeeded without a response.
    this.#id = newId();
    const row = { id: this.#id, slot: this.#slot, address, version: heddleVersion, files, schema, hosts };
    await insertNode(control, row);
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      void this.beat().finally(() => {
        if (!this.#isStopped) this.#schedule();
      });
    }, beatMs).unref();
  }

  /** A heartbeat, as there is one every two seconds. */
  beat(): Promise<void> {
    this.#beating = this.#beating.then(async () => {
      if (this.#isStopped) return;
      try {
        await this.#takePart();
        this.#isFailing = false;
      } catch (error) {
        if (!this.#isFailing) this.#options.log.warn({ err: error }, 'the heartbeat of this node failed');
        this.#isFailing = true;
      }
    });
    return this.#beating;
  }

  async #takePart(): Promise<void> {
    const { control } = this.#options;
    const before = this.#living;
    let living = await this.#report();
    if (!living.some(({ id }) => id === this.#id)) {
      await this.#begin();
      living = await this.#report();
    }
    this.#living = living;
    const taken = await takeLeases(
      control,
      this.#id,
      leases.filter((name) => !this.#leases.has(name)),
    );
    // Only leases from `leases` are taken.
    for (const lease of taken) this.#leases.set(lease.name as LeaseName, lease);
    this.#logChanges(before);
    if (before.length > 1 || living.length > 1 || taken.length > 0)
      for (const call of this.#callbacks) call();
  }

  /**
   * The node that reaches the database first after an outage gives the others time to do so, except for those that did not report
   * between two outages either: otherwise a node that reaches it only now and then would never find one dead.
   * @returns the nodes that are alive
   */
  async #report(): Promise<NodeRow[]> {
    const now = this.#now();
    if (now - this.#reportedAt > pauseMs) {
      this.#returnedBefore = this.#returnedAt;
      this.#returnedAt = now;
    }
    const isSparing = now < this.#returnedAt + deadAfterMs;
    const silentMs = isSparing ? Math.max(deadAfterMs, now - this.#returnedBefore) : deadAfterMs;
    const mostMs = Math.min(Math.round(silentMs), Number.MAX_SAFE_INTEGER);
    const living = await beat(this.#options.control, this.#id, mostMs);
    this.#reportedAt = this.#now();
    return living;
  }

  /** The node was considered dead: others may have taken over its work. */
  async #begin(): Promise<void> {
    const { control, schema, outdated } = this.#options;
    if ((await readOldestSchema(control)) > schema) outdated();
    const former = this.#id;
    this.#leases.clear();
    // A copy of this machine with the same name may have replaced the row: two nodes in turn would otherwise replace each other's.
    this.#slot = newId();
    await this.#register();
    this.#options.log.warn(
      { node: this.#id, former },
      'this node did not report in time and was considered dead; it joins again',
    );
  }

  #logChanges(before: readonly NodeRow[]): void {
    const { log, hosts } = this.#options;
    const isOther = ({ id }: NodeRow) => id !== this.#id;
    const knew = new Set(before.map(({ id }) => id));
    const knows = new Set(this.#living.map(({ id }) => id));
    for (const { id, address, version, hosts: theirs } of this.#living.filter(isOther)) {
      if (knew.has(id)) continue;
      log.info({ node: id, address, version }, 'another node serves this database');
      if (theirs !== null && theirs !== hosts)
        log.warn(
          {
            node: id,
            address,
            theirs,
            hosts,
            remedy: 'Give every node the same base_url and additional_hosts.',
          },
          'another node serves other host names: each responds with 404 to those that only the other has',
        );
    }
    for (const { id, address } of before.filter(isOther))
      if (!knows.has(id)) log.info({ node: id, address }, 'a node has gone');
  }
}

/** By which a process that starts again replaces the row of its predecessor. Machines may have the same name, so the folder's age counts. */
function getSlot(dataDir: string): string {
  const { birthtimeMs = 0 } = statSync(dataDir, { throwIfNoEntry: false }) ?? {};
  return createHash('sha256').update(`${hostname()}\0${dataDir}\0${birthtimeMs}`).digest('hex').slice(0, 16);
}

/** A database that is slow, as when many nodes start at once, is no reason not to start. */
async function patiently(until: number, step: () => Promise<void>): Promise<void> {
  for (;;)
    try {
      await step();
      return;
    } catch (error) {
      if (!postgresFault(error, { mayWrite: true }) || performance.now() > until) throw error;
      await sleep(retryMs);
    }
}

const newId = (): string => randomBytes(6).toString('hex');

/** If two nodes start at once, the later one is refused. */
function refuseOtherFiles(living: readonly NodeRow[], id: string): void {
  const self = living.find((node) => node.id === id);
  for (const other of living) {
    if (!self || other.id === id) return;
    if (other.files === self.files && self.files !== 'local') continue;
    const which = `Another node serves this database (${other.address})`;
    if (self.files === 'local')
      throw new StartRefused(
        `${which}, and this one would keep files where no other finds them. Keep them in a bucket (--s3-bucket) or in a ` +
          'folder that all nodes mount (--files-dir with --files-shared), with the same setting on every node.',
      );
    throw new StartRefused(
      other.files === 'local'
        ? `${which}, which keeps files on its own disk. Give it the same --s3-bucket, or --files-dir with --files-shared, as this one.`
        : `${which}, which keeps files elsewhere (${other.files}, here ${self.files}). Give every node the same setting.`,
    );
  }
}

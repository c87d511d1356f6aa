/** Maintains event queues: stores their progress, removes idle ones, and trims the log. */
import type { Logger } from 'pino';
import { type Database, type GivenIds, oldestNeeded } from '../log/index.ts';
import type { Organizations } from './organizations.ts';
import { type Clock, SettledClock } from '../../lib/clock.ts';
import { logFailure } from '../../lib/storage/health.ts';
import type { Hub } from './hub.ts';
import type { EventQueue } from './queue.ts';
import {
  deleteExpired,
  deleteOutgrown,
  deleteQueues,
  expiredQueues,
  saveProgress,
  trimLog,
} from './queue-rows.ts';

const roundMs = 30_000;
const savedAtOnce = 200;
/** How long entries are kept that other nodes may not have applied yet. */
const keptForNodesMs = 120_000;

export interface KeeperParts {
  db: Database;
  hub: Hub;
  organizations: Organizations;
  log: Logger;
  peers: { readonly areAllowed: boolean; readonly clock: Clock };
  givenIds: Pick<GivenIds, 'note'>;
}

export class QueueKeeper {
  readonly #db: Database;
  readonly #hub: Hub;
  readonly #organizations: Organizations;
  readonly #log: Logger;
  readonly #peers: KeeperParts['peers'];
  readonly #givenIds: KeeperParts['givenIds'];
  /** Shows, by comparison with the wall clock, that the clock was set forward. */
  readonly #settledClock: SettledClock;
  readonly #timer: NodeJS.Timeout;
  /** When clients could poll again after the last outage. */
  #reachableSince: number;
  #round: Promise<void> = Promise.resolve();
  /** When each queue was last seen, as stored in its row. */
  readonly #saved = new Map<string, number>();
  /** Queues that exceeded their limits while another node may serve their clients, with the time of that. */
  readonly #outgrown = new Map<EventQueue, number>();
  /** The position of each organization at its last trim. */
  readonly #trimmed = new Map<number, number>();

  constructor({ db, hub, organizations, log, peers, givenIds }: KeeperParts) {
    this.#db = db;
    this.#hub = hub;
    this.#organizations = organizations;
    this.#log = log;
    this.#peers = peers;
    this.#givenIds = givenIds;
    this.#settledClock = new SettledClock(peers.clock);
    this.#reachableSince = peers.clock.now();
    this.#timer = setInterval(() => {
      this.#round = this.#round
        .then(() => this.round(peers.clock.now()))
        .catch((error: unknown) => this.#complain(error));
    }, roundMs).unref();
  }

  /**
   * Deletes the rows of queues that the fan-out removed. A queue that exceeded its limits here may be a stale copy whose client polls
   * another node, which is known once that node has stored its progress.
   */
  deleteRows(queues: readonly EventQueue[]): void {
    const isDoubtful = (queue: EventQueue) => this.#peers.areAllowed && queue.isOverfull;
    for (const queue of queues.filter(isDoubtful)) this.#outgrown.set(queue, this.#peers.clock.now());
    for (const { orgId, id } of queues.filter((queue) => !isDoubtful(queue)))
      this.#db
        .write(orgId, 'system', (tx) => deleteQueues(tx, [id]))
        .catch((error: unknown) => this.#complain(error));
  }

  /** After an outage of the database: clients could not poll, and must not count as idle. */
  excuseSilence(): void {
    const now = this.#peers.clock.now();
    this.#reachableSince = now;
    for (const queue of this.#hub.all()) queue.lastSeenAt = now;
  }

  async round(now: number): Promise<void> {
    // The clock was set forward: clients could not poll in the time that it skipped.
    if (this.#settledClock.skippedSince() > 0) this.excuseSilence();
    let isInUse = false;
    for (const { id } of this.#organizations.names) isInUse = (await this.#makeRound(id, now)) || isInUse;
    // An idle server leaves its disk alone.
    if (isInUse) await this.#db.write(0, 'system', (tx) => this.#givenIds.note(tx));
    await this.#deleteOutgrown(now);
    for (const id of this.#saved.keys()) if (!this.#hub.get(id)) this.#saved.delete(id);
  }

  /** @returns whether clients have moved on */
  async #makeRound(orgId: number, now: number): Promise<boolean> {
    const queues = [...this.#hub.all()].filter((queue) => queue.orgId === orgId);
    for (const queue of queues) if (queue.isHeld) queue.lastSeenAt = now;
    const idle = queues.filter((queue) => queue.lastSeenAt + queue.idleTimeoutMs < now);
    for (const queue of idle) this.#hub.remove(queue);
    const moved = queues.filter((queue) => this.#saved.get(queue.id) !== queue.lastSeenAt);
    const gone = [...idle, ...(await this.#silent(orgId, now))].map((queue) => queue.id);
    await this.#save(orgId, moved);
    const deleted =
      gone.length > 0 ? await this.#db.write(orgId, 'system', (tx) => deleteExpired(tx, gone, now)) : [];
    for (const id of deleted) this.#end(id);
    const position = this.#hub.position(orgId);
    if (moved.length > 0 || deleted.length > 0 || this.#trimmed.get(orgId) !== position)
      await this.#trim(orgId, now);
    this.#trimmed.set(orgId, position);
    return moved.length > 0;
  }

  /** The overfull queues whose progress other nodes have had time to store. */
  async #deleteOutgrown(now: number): Promise<void> {
    for (const [queue, since] of this.#outgrown) {
      if (now - since < 2 * roundMs) continue;
      this.#outgrown.delete(queue);
      await this.#db.write(queue.orgId, 'system', (tx) => deleteOutgrown(tx, queue));
    }
  }

  /** In small batches, so that other writes hardly wait. */
  async #save(orgId: number, moved: readonly EventQueue[]): Promise<void> {
    for (let start = 0; start < moved.length; start += savedAtOnce) {
      const some = moved.slice(start, start + savedAtOnce);
      await this.#db.write(orgId, 'system', (tx) => saveProgress(tx, some));
      for (const queue of some) this.#saved.set(queue.id, queue.lastSeenAt);
    }
  }

  /** A client may have returned while its row was being deleted: it gets an error now instead of after a restart. */
  #end(id: string): void {
    const revived = this.#hub.get(id);
    if (revived) this.#hub.remove(revived);
  }

  async #trim(orgId: number, now: number): Promise<void> {
    const keptSince = this.#peers.areAllowed ? now - keptForNodesMs : undefined;
    while (await this.#db.write(orgId, 'system', (tx) => trimLog(tx, keptSince)));
    const { members } = await this.#organizations.cache(orgId);
    // Entries not yet applied here may concern someone who has left since.
    const needed = Math.min(await oldestNeeded(this.#db.read, orgId), this.#hub.position(orgId));
    members.dropEndedBefore(needed);
  }

  /** Queues of idle clients. Downtime of the server does not count as idle time. */
  async #silent(orgId: number, now: number): Promise<{ id: string }[]> {
    const downtimeGrace = 600_000;
    if (now - this.#reachableSince < downtimeGrace) return [];
    const expired = await expiredQueues(this.#db.read, orgId, now);
    return expired.filter(({ id }) => !this.#hub.get(id));
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#round;
  }

  #complain(error: unknown): void {
    logFailure(this.#log, error, 'event queue maintenance failed');
  }
}

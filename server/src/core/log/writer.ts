/**
 * The only way to write. Actions that wait while a commit runs go into the next transaction together, one after the
 * other, each in a savepoint, and are acknowledged together after one flush: all of one organization, and sends to any.
 */
import type { Clock } from '../../lib/clock.ts';
import { apiError } from '../../lib/errors.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import type { StorageHealth } from '../../lib/storage/health.ts';
import { currentRequest } from '../../lib/telemetry/current-request.ts';
import type { Telemetry } from '../../lib/telemetry/telemetry.ts';
import type { OrganizationCache } from '../organization/index.ts';
import type { LogEntry } from './entry.ts';
import type { EventIds } from './event-ids.ts';
import type { GivenIds } from './given-ids.ts';
import { Db } from '../../db/db.ts';
import { isRemote } from '../../db/sql.ts';
import { GatheringConnection } from '../../db/postgres/gathering.ts';
import { BeginAgain } from '../../db/postgres/begin-again.ts';
import { GroupLocks, type GroupState } from './group-locks.ts';
import { Savepoints, type Actions } from './savepoints.ts';
import { appendEntries, storeShift } from './log-rows.ts';
import type { Reactions } from './hooks.ts';
import { author, Tx, type Author } from './tx.ts';
import {
  type WriteNeeds,
  countActions,
  type GroupPart,
  type PendingWrite,
  WriteQueue,
} from './write-queue.ts';

/** What the writer needs where other nodes write to the same organizations. */
export interface SharedLog {
  /** Keeps what others have committed from being applied while a group runs. Call what it resolves to afterwards. */
  lock(orgId: number): Promise<() => void>;
  /** Up to which position what others have committed is applied. */
  applied(orgId: number): number;
  /** Whether other nodes are known to write. */
  hasOthers(): boolean;
  /** When this node last learned of a commit of another one, by `performance.now()`. */
  othersWroteAt(): number;
  /**
   * Applies what others have committed up to this position.
   * @param db Of the transaction that holds the organization's lock.
   * @param read The first of those entries, as far as they are read already.
   * @returns the organization as it is then
   */
  applyUpTo(
    position: number,
    cache: OrganizationCache,
    db: Db,
    read: readonly LogEntry[],
  ): Promise<OrganizationCache>;
}

/** What is written to one organization. */
interface PartLayer {
  part: GroupPart;
  position: number;
  /** How much higher the ids of the stored entries are than their positions. */
  shift: number;
  base: OrganizationCache;
  cache: OrganizationCache;
  entries: LogEntry[];
}

interface CompletedWrite {
  waiting: PendingWrite;
  enqueued: ReadonlySet<string>;
  value: unknown;
}

export interface WriterHooks {
  /** What features add to the actions of others. */
  reactions?: Reactions;
  getCache(orgId: number): Promise<OrganizationCache>;
  /** The ids that were given out up to the last entry that is applied. */
  getIds(orgId: number): EventIds;
  givenIds: Pick<GivenIds, 'shift'>;
  /** Called after the flush, before any response, in log order. */
  committed(cache: OrganizationCache, entries: LogEntry[]): void;
  /** A committed action put in a job. */
  jobsWaiting(kinds: ReadonlySet<string>): void;
  /** Notifying of a commit failed. It is stored all the same, and the response says so. */
  failed(error: unknown): void;
  /** Reports whether anything can be written now, and takes reports of faults. */
  health: Pick<StorageHealth, 'fault' | 'report'>;
  clock: Clock;
  settledClock: Clock;
  telemetry?: Telemetry;
  /** Only where other nodes may write. */
  shared?: SharedLog | undefined;
}

export class Writer {
  readonly #db: Db;
  readonly #gathering: GatheringConnection | undefined;
  readonly #actions: Actions;
  readonly #hooks: WriterHooks;
  readonly #locks: GroupLocks;
  readonly #queue = new WriteQueue();
  #running: Promise<void> | null = null;
  #lastNow = 0;
  /** How long the last commit took. */
  #commitMs = 0;

  constructor(db: Db, hooks: WriterHooks) {
    this.#gathering = isRemote(db.dialect) ? new GatheringConnection(db.connection) : undefined;
    this.#actions = this.#gathering ?? new Savepoints(db.connection);
    this.#db = this.#gathering ? new Db(this.#gathering) : db;
    this.#hooks = hooks;
    this.#locks = new GroupLocks(this.#db, this.#gathering, hooks);
  }

  write<T>(orgId: number, me: Author, action: (tx: Tx) => Promise<T>, needs: WriteNeeds = {}): Promise<T> {
    const fault = this.#hooks.health.fault;
    if (fault) return Promise.reject(fault);
    if (this.#queue.isFull) return Promise.reject(new StorageFault('busy'));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const request = currentRequest.getStore();
    const state = { deferrals: 0, isRejected: false, isAlone: false };
    this.#queue.push(orgId, { me, action, needs, ...state, request, resolve, reject });
    // Not on behalf of the request that happened to come first.
    this.#running ??= currentRequest.run(undefined, () => this.#run());
    // The queue holds writes of all types; this one resolves with the result of `action`.
    return promise as Promise<T>;
  }

  /** Resolves when everything that was handed in has its result. Others may write to the database before the next group. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running;
    this.#reset();
    this.#gathering?.dropIds();
  }

  /** Milliseconds since 1970 that never run backwards, whatever the clock does. */
  now(): number {
    this.#lastNow = Math.max(this.#lastNow, this.#hooks.clock.now());
    return this.#lastNow;
  }

  async #run(): Promise<void> {
    while (!this.#queue.isEmpty) {
      // One turn of the event loop lets requests that arrived together share a flush, and keeps clients that write batch after
      // batch from holding up all others.
      await new Promise(setImmediate);
      await this.#writeGroup(this.#queue.takeGroup());
    }
    this.#running = null;
  }

  /** @param group Loses what is to be written later. */
  async #writeGroup(group: GroupPart[]): Promise<void> {
    const startedAt = performance.now();
    try {
      this.#refuseFault();
      await this.#commitGroup(group);
      if (group.length > 0) this.#report(group, startedAt);
    } catch (error) {
      this.#report(group, startedAt, error);
      if (error instanceof StorageFault) {
        this.#gathering?.dropIds();
        this.#hooks.health.report(error);
      } else if (group.length > 1) {
        this.#separate(group);
        return;
      }
      for (const { waiting } of group) for (const { reject } of waiting) reject(error);
    }
  }

  /** What failed the transaction came from one organization, and is no concern of the others: nothing of it is stored. */
  #separate(group: readonly GroupPart[]): void {
    for (const { orgId, waiting } of group) {
      const rest = waiting.filter(({ isRejected }) => !isRejected);
      for (const one of rest) one.isAlone = true;
      this.#queue.putBack({ orgId, waiting: rest });
    }
  }

  #report(group: readonly GroupPart[], startedAt: number, error?: unknown): void {
    const { telemetry } = this.#hooks;
    if (!telemetry?.isOn) return;
    const requests = group.flatMap(({ waiting }) => waiting.map(({ request }) => request));
    telemetry.ended({
      kind: 'write-group',
      startedAt,
      ms: performance.now() - startedAt,
      actions: countActions(group),
      commitMs: error === undefined ? this.#commitMs : 0,
      requests: requests.filter((request) => request !== undefined),
      error,
    });
  }

  /** Nothing that was done, or may have been, is acknowledged in a state in which nothing may be written. */
  #refuseFault(): void {
    const fault = this.#hooks.health.fault;
    if (fault) throw fault;
  }

  async #commitGroup(group: GroupPart[]): Promise<void> {
    try {
      await this.#locks.hold(group);
      for (let attempt = 1; !(await this.#isCommitted(group, attempt)); attempt++);
    } finally {
      this.#locks.release();
    }
  }

  /** @returns false if it has to begin again */
  async #isCommitted(group: GroupPart[], attempt: number): Promise<boolean> {
    try {
      await this.#commitParts(group);
      return true;
    } catch (error) {
      if (!(error instanceof BeginAgain)) throw error;
      if (attempt === mostAttempts) throw group.length > 1 ? error : new StorageFault('busy', error);
      // Nothing of it is stored: clients that have its result already get an error after all.
      const rest = group.map(({ orgId, waiting }) => ({
        orgId,
        waiting: waiting.filter(({ isRejected }) => !isRejected),
      }));
      group.splice(0, group.length, ...rest.filter(({ waiting }) => waiting.length > 0));
      return false;
    }
  }

  async #commitParts(group: GroupPart[]): Promise<void> {
    const layers: PartLayer[] = [];
    const done: CompletedWrite[] = [];
    // Loaded before the transaction begins.
    for (const { orgId } of group) await this.#hooks.getCache(orgId);
    try {
      const begun = await this.#locks.begin(group, this.#queue);
      if (group.length === 0) {
        await this.#rollBack();
        return;
      }
      for (const part of group) layers.push(await this.#layerFor(part, begun));
      await this.#runAll(layers, countActions(group), done);
      for (const layer of layers) await this.#append(layer);
      // An action may have passed over an error of the storage.
      this.#refuseFault();
      const startedAt = performance.now();
      await (this.#gathering ? this.#gathering.finish(() => this.#commit()) : this.#commit());
      this.#commitMs = performance.now() - startedAt;
    } catch (error) {
      await this.#rollBack();
      throw error;
    }
    for (const layer of layers) this.#publish(layer);
    for (const { waiting, value } of done) waiting.resolve(value);
    const kinds = new Set(done.flatMap(({ enqueued }) => [...enqueued]));
    if (kinds.size > 0) this.#protect(() => this.#hooks.jobsWaiting(kinds));
  }

  async #layerFor(part: GroupPart, begun: GroupState): Promise<PartLayer> {
    const { orgId } = part;
    const position = begun.positions.get(orgId) ?? 0;
    const { shared } = this.#hooks;
    let base = await this.#hooks.getCache(orgId);
    if (shared) base = await shared.applyUpTo(position, base, this.#db, begun.entries.get(orgId) ?? []);
    // Another node may have taken up the storage after this one.
    const shift = Math.max(this.#hooks.givenIds.shift, this.#hooks.getIds(orgId).shift);
    return { part, position, shift, base, cache: base.layer(), entries: [] };
  }

  async #append({ part: { orgId }, entries, shift }: PartLayer): Promise<void> {
    await appendEntries(this.#db, orgId, entries);
    const ids = this.#hooks.getIds(orgId);
    const [first] = entries;
    if (first && shift > ids.shift) await storeShift(this.#db, orgId, ids, { from: first.position, shift });
  }

  async #runAll(layers: readonly PartLayer[], count: number, done: CompletedWrite[]): Promise<void> {
    let toCome = count;
    for (const layer of layers)
      for (const waiting of layer.part.waiting) {
        await this.#actions.beginAction(toCome--, count > 1);
        await this.#runOne(waiting, layer, done, count > 1);
      }
  }

  #publish({ part, position, base, cache, entries }: PartLayer): void {
    cache.merge();
    this.#locks.committed(part.orgId, { from: position, to: position + entries.length });
    this.#protect(() => this.#hooks.committed(base, entries));
  }

  #protect(hook: () => void): void {
    try {
      hook();
    } catch (error) {
      this.#hooks.failed(error);
    }
  }

  async #runOne(
    waiting: PendingWrite,
    layer: PartLayer,
    done: CompletedWrite[],
    shared: boolean,
  ): Promise<void> {
    const cache = layer.cache.layer();
    const tx = new Tx(this.#db, {
      cache,
      lastPosition: layer.position + layer.entries.length,
      shift: layer.shift,
      now: waiting.needs.isSettled ? this.#hooks.settledClock.now() : this.now(),
      settledNow: this.#hooks.settledClock.now(),
      reactions: this.#hooks.reactions ?? new Map(),
      author: waiting.me,
    });
    try {
      refuseEndedRights(cache, waiting.me);
      const value = await currentRequest.run(waiting.request, () => waiting.action(tx));
      tx.finish();
      await this.#actions.keepAction();
      cache.merge();
      layer.entries.push(...tx.entries);
      done.push({ waiting, value, enqueued: tx.enqueued });
    } catch (error) {
      // What is left of the transaction then is the database's business: all of it fails.
      if (error instanceof StorageFault || error instanceof BeginAgain) throw error;
      await this.#actions.verify?.();
      if (!shared) throw error;
      await this.#actions.undoAction();
      waiting.isRejected = true;
      waiting.reject(error);
    }
  }

  async #rollBack(): Promise<void> {
    this.#reset();
    try {
      await this.#db.connection.run('ROLLBACK', []);
    } catch {
      // The engine has already rolled back by itself, as it does when the disk is full.
    }
  }

  #reset(): void {
    this.#locks.reset();
    this.#gathering?.dropAll();
  }

  /** Whether a commit that failed is stored, or will be, nobody knows: nothing is acknowledged before that was found out. */
  async #commit(): Promise<void> {
    try {
      await this.#db.connection.run('COMMIT', []);
    } catch (error) {
      throw error instanceof StorageFault ? error : new StorageFault('io_error', error);
    }
  }
}

/**
 * Another node may have written meanwhile, a newer one have changed the schema, and a transaction of either come first: one after the other,
 * and the last more than once while the newer node tries again.
 */
const mostAttempts = 6;

function refuseEndedRights(cache: OrganizationCache, me: Author): void {
  if (me === 'system') return;
  if (!author(cache, me)?.isActive) throw apiError('users.account-deactivated');
  me.checkAdmitted?.(cache);
}

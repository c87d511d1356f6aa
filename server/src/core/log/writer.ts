/**
 * The only way to write. Actions that wait while a commit runs go into the next transaction together, one after the
 * other, each in a savepoint, and are acknowledged together after one flush.
 */
import type { Clock } from '../../lib/clock.ts';
import { apiError } from '../../lib/errors.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import type { StorageHealth } from '../../lib/storage/health.ts';
import { currentRequest, type CurrentRequest } from '../../lib/telemetry/current-request.ts';
import type { Telemetry } from '../../lib/telemetry/telemetry.ts';
import type { OrganizationCache } from '../organization/index.ts';
import type { LogEntry } from './entry.ts';
import { Db } from '../../db/db.ts';
import { GatheringConnection } from '../../db/postgres/gathering.ts';
import { SchemaChanged } from '../../db/postgres/schema-changed.ts';
import { Savepoints, type Actions } from './savepoints.ts';
import {
  appendEntries,
  entriesAfter,
  entriesIn,
  groupState,
  groupStateIn,
  lastPosition,
} from './log-rows.ts';
import { begin, isRemote, lockOrganization, tryLockOrganization } from '../../db/sql.ts';
import type { WriteNeeds } from './database.ts';
import type { Reactions } from './hooks.ts';
import { author, Tx, type Author } from './tx.ts';

const largestGroup = 256;
/** So often a group makes way for other organizations while another node holds the lock of its own. */
const mostDeferrals = 3;

/** What the writer needs where other nodes write to the same organizations. */
export interface SharedLog {
  /** Keeps what others have committed from being applied while a group runs. Call what it resolves to afterwards. */
  lock(orgId: number): Promise<() => void>;
  /** Up to which position what others have committed is applied. */
  applied(orgId: number): number;
  /** Whether other nodes are known to write. */
  hasOthers(): boolean;
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

interface PendingWrite {
  orgId: number;
  me: Author;
  action: (tx: Tx) => Promise<unknown>;
  needs: WriteNeeds;
  deferrals: number;
  isRejected: boolean;
  /** On whose behalf, if it is a request. */
  request: CurrentRequest | undefined;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface GroupState {
  position: number;
  entries: LogEntry[];
}

interface CompletedWrite {
  waiting: PendingWrite;
  wakesJobs: boolean;
  value: unknown;
}

export interface WriterHooks {
  /** What features add to the actions of others. */
  reactions?: Reactions;
  cacheOf_(orgId: number): Promise<OrganizationCache>;
  /** Called after the flush, before any response, in log order. */
  committed(cache: OrganizationCache, entries: LogEntry[]): void;
  /** A committed action put in a job. */
  jobsWaiting(): void;
  /** Notifying of a commit failed. It is stored all the same, and the response says so. */
  failed(error: unknown): void;
  /** Reports whether anything can be written now, and takes reports of faults. */
  health: Pick<StorageHealth, 'fault' | 'report'>;
  clock: Clock;
  telemetry?: Telemetry;
  /** Only where other nodes may write. */
  shared?: SharedLog | undefined;
}

export class Writer {
  readonly #db: Db;
  readonly #gathering: GatheringConnection | undefined;
  readonly #actions: Actions;
  readonly #hooks: WriterHooks;
  readonly #queue: PendingWrite[] = [];
  #running: Promise<void> | null = null;
  #lastNow = 0;
  /** How long the last commit took. */
  #commitMs = 0;
  /** How many messages the last group had. */
  #lastMessages = 0;

  constructor(db: Db, hooks: WriterHooks) {
    this.#gathering = isRemote(db.dialect) ? new GatheringConnection(db.connection) : undefined;
    this.#actions = this.#gathering ?? new Savepoints(db.connection);
    this.#db = this.#gathering ? new Db(this.#gathering) : db;
    this.#hooks = hooks;
  }

  write<T>(orgId: number, me: Author, action: (tx: Tx) => Promise<T>, needs: WriteNeeds = {}): Promise<T> {
    const fault = this.#hooks.health.fault;
    if (fault) return Promise.reject(fault);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const request = currentRequest.getStore();
    this.#queue.push({ orgId, me, action, needs, deferrals: 0, isRejected: false, request, resolve, reject });
    // Not on behalf of the request that happened to come first.
    this.#running ??= currentRequest.run(undefined, () => this.#run());
    return promise as Promise<T>;
  }

  /** Resolves when everything that was handed in has its result. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      // One turn of the event loop lets requests that arrived together share a flush, and keeps whoever writes batch after
      // batch from holding up all others.
      await new Promise(setImmediate);
      const group = this.#takeGroup();
      const startedAt = performance.now();
      try {
        this.#refuseFault();
        if (await this.#commitGroup(group)) this.#report(group, startedAt);
      } catch (error) {
        this.#report(group, startedAt, error);
        if (error instanceof StorageFault) this.#hooks.health.report(error);
        for (const { reject } of group) reject(error);
      }
    }
    this.#running = null;
  }

  #report(group: readonly PendingWrite[], startedAt: number, error?: unknown): void {
    const { telemetry } = this.#hooks;
    if (!telemetry?.isOn) return;
    telemetry.ended({
      kind: 'write-group',
      startedAt,
      ms: performance.now() - startedAt,
      actions: group.length,
      commitMs: error === undefined ? this.#commitMs : 0,
      requests: group.map(({ request }) => request).filter((request) => request !== undefined),
      error,
    });
  }

  /** Nothing that was done, or may have been, is acknowledged in a state in which nothing may be written. */
  #refuseFault(): void {
    const fault = this.#hooks.health.fault;
    if (fault) throw fault;
  }

  /** The next group: all that waits for the organization that has waited longest. */
  #takeGroup(): PendingWrite[] {
    return this.#addWaiting([], this.#queue[0]?.orgId);
  }

  /** Moves what waits for an organization into a group, in its order. */
  #addWaiting(group: PendingWrite[], orgId: number | undefined): PendingWrite[] {
    const rest: PendingWrite[] = [];
    for (const one of this.#queue)
      (one.orgId === orgId && group.length < largestGroup ? group : rest).push(one);
    this.#queue.length = 0;
    for (const one of rest) this.#queue.push(one);
    return group;
  }

  /** @returns whether it was committed; otherwise it waits for its next turn */
  async #commitGroup(group: PendingWrite[]): Promise<boolean> {
    const orgId = group[0]?.orgId ?? 0;
    const { shared } = this.#hooks;
    if (!shared) return this.#commitOf(orgId, group);
    const release = await shared.lock(orgId);
    try {
      return await this.#commitOf(orgId, group);
    } catch (error) {
      if (!(error instanceof SchemaChanged)) throw error;
      // Nothing of it is stored: clients that have its result already get an error after all.
      const rest = group.filter(({ isRejected }) => !isRejected);
      return rest.length === 0 || (await this.#commitOf(orgId, rest));
    } finally {
      release();
    }
  }

  async #commitOf(orgId: number, group: PendingWrite[]): Promise<boolean> {
    let base = await this.#hooks.cacheOf_(orgId);
    let layer: OrganizationCache;
    const done: CompletedWrite[] = [];
    const entries: LogEntry[] = [];
    try {
      const begun = await this.#begin(orgId, group);
      if (!begun) {
        await this.#rollBack();
        this.#defer(group);
        return false;
      }
      // While another node had the lock, more has come.
      if (this.#isContended(orgId)) this.#addWaiting(group, orgId);
      this.#lastMessages = countMessages(group);
      const { position, entries: foreign } = begun;
      if (this.#hooks.shared) base = await this.#hooks.shared.applyUpTo(position, base, this.#db, foreign);
      layer = base.layer();
      for (const [at, waiting] of group.entries()) {
        await this.#actions.beginAction(group.length - at, group.length > 1);
        await this.#runOne(waiting, layer, position, entries, done, group.length > 1);
      }
      await appendEntries(this.#db, orgId, entries);
      // An action may have passed over an error of the storage.
      this.#refuseFault();
      await (this.#gathering ? this.#gathering.finish(() => this.#commit()) : this.#commit());
    } catch (error) {
      await this.#rollBack();
      throw error;
    }
    layer.merge();
    this.#protect(() => this.#hooks.committed(base, entries));
    for (const { waiting, value } of done) waiting.resolve(value);
    if (done.some(({ wakesJobs }) => wakesJobs)) this.#protect(() => this.#hooks.jobsWaiting());
    return true;
  }

  /**
   * Takes the organization's lock: waits for another node, unless other organizations can be served meanwhile.
   * @returns the position of the newest entry, and what others have committed; `undefined` without the lock
   */
  async #begin(orgId: number, group: readonly PendingWrite[]): Promise<GroupState | undefined> {
    const { connection, dialect } = this.#db;
    if (!this.#gathering) {
      await connection.run(begin(dialect), []);
      return { position: await lastPosition(this.#db, orgId), entries: [] };
    }
    const { shared } = this.#hooks;
    const makesWay =
      shared !== undefined &&
      orgId !== 0 &&
      this.#queue.some((one) => one.orgId !== orgId) &&
      group.every(({ deferrals }) => deferrals < mostDeferrals);
    const lock = makesWay ? tryLockOrganization(dialect) : lockOrganization(dialect);
    // By statements of their own, which see what was committed while the lock was waited for.
    const foreign = this.#isContended(orgId)
      ? [entriesAfter(this.#db, orgId, shared?.applied(orgId) ?? 0)]
      : [];
    const [locked = [], state = [], rows = []] = await this.#gathering.begin([
      { sql: lock, parameters: [orgId] },
      groupState(orgId, this.#messagesWanted(group, foreign.length > 0)),
      ...foreign,
    ]);
    if (makesWay && locked.length === 0) return undefined;
    const { position, messageIds } = groupStateIn(state);
    this.#gathering.keepIds(messageIds);
    return { position, entries: foreign.length > 0 ? entriesIn(rows as never) : [] };
  }

  /** Whether other nodes may write to this organization. The server itself has no events, and takes no lock. */
  #isContended(orgId: number): boolean {
    return orgId !== 0 && this.#hooks.shared?.hasOthers() === true;
  }

  /** For how many messages to take ids: a group that waits for another node grows, at a guess to the size of the last one. */
  #messagesWanted(group: readonly PendingWrite[], mayGrow: boolean): number {
    const known = countMessages(group);
    return mayGrow && known > 0 ? Math.max(known, this.#lastMessages) : known;
  }

  /** Behind the others, before what has come for the same organization since. */
  #defer(group: readonly PendingWrite[]): void {
    const { orgId } = group[0] ?? {};
    const later = this.#queue.filter((one) => one.orgId === orgId);
    const others = this.#queue.filter((one) => one.orgId !== orgId);
    for (const one of group) one.deferrals++;
    this.#queue.length = 0;
    this.#queue.push(...others, ...group, ...later);
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
    group: OrganizationCache,
    position: number,
    entries: LogEntry[],
    done: CompletedWrite[],
    shared: boolean,
  ): Promise<void> {
    const { connection } = this.#db;
    const cache = group.layer();
    const tx = new Tx(
      connection,
      this.#db.q,
      waiting.orgId,
      cache,
      position + entries.length,
      this.#now(),
      this.#hooks.reactions,
      waiting.me,
    );
    try {
      refuseEndedRights(cache, waiting.me);
      const value = await currentRequest.run(waiting.request, () => waiting.action(tx));
      tx.finish();
      await this.#actions.keepAction();
      cache.merge();
      entries.push(...tx.entries);
      done.push({ waiting, value, wakesJobs: tx.wakesJobs });
    } catch (error) {
      // What is left of the transaction then is the database's business: all of it fails.
      if (!shared || error instanceof StorageFault || error instanceof SchemaChanged) throw error;
      await this.#actions.undoAction();
      waiting.isRejected = true;
      waiting.reject(error);
    }
  }

  /** Milliseconds since 1970 that never run backwards, whatever the clock does. */
  #now(): number {
    this.#lastNow = Math.max(this.#lastNow, this.#hooks.clock.now());
    return this.#lastNow;
  }

  async #rollBack(): Promise<void> {
    this.#gathering?.dropAll();
    try {
      await this.#db.connection.run('ROLLBACK', []);
    } catch {
      // The engine has already rolled back by itself, as it does when the disk is full.
    }
  }

  /** Whether a commit that failed is stored, or will be, nobody knows: nothing is acknowledged before that was found out. */
  async #commit(): Promise<void> {
    const startedAt = performance.now();
    try {
      await this.#db.connection.run('COMMIT', []);
      this.#commitMs = performance.now() - startedAt;
    } catch (error) {
      throw error instanceof StorageFault ? error : new StorageFault('io_error', error);
    }
  }
}

const countMessages = (group: readonly PendingWrite[]): number =>
  group.reduce((sum, { needs }) => sum + (needs.messages ?? 0), 0);

function refuseEndedRights(cache: OrganizationCache, me: Author): void {
  if (me !== 'system' && !author(cache, me)?.isActive) throw apiError('users.account-deactivated');
}

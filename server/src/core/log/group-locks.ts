/**
 * Starts the transaction of a group of writes. If other nodes may write, it first takes the locks of the organizations and
 * reads what others have committed; if this process owns the database, positions are known from the previous group.
 */
import { lockAtOnce, lockOrganization, tryLockOrganizations } from '../../db/organization-locks.ts';
import { begin } from '../../db/sql.ts';
import type { Row } from '../../db/connection.ts';
import type { Db } from '../../db/db.ts';
import type { GatheringConnection } from '../../db/postgres/gathering.ts';
import type { LogEntry } from './entry.ts';
import {
  assertUnchanged,
  entriesBehind,
  entriesByOrganization,
  groupState,
  groupStateIn,
  idsIn,
} from './group-statements.ts';
import { lastPosition } from './log-rows.ts';
import { countMessages, isOfSends, isPatient, type GroupPart, type WriteQueue } from './write-queue.ts';
import type { SharedLog, WriterHooks } from './writer.ts';

export interface GroupState {
  /** Position of the newest entry by organization. */
  positions: ReadonlyMap<number, number>;
  /** Entries of other nodes by organization that this node has not applied, or the first ones of them. */
  entries: ReadonlyMap<number, LogEntry[]>;
}

export class GroupLocks {
  readonly #db: Db;
  readonly #gathering: GatheringConnection | undefined;
  readonly #shared: SharedLog | undefined;
  readonly #getCache: WriterHooks['getCache'];
  /** By organization: allows others' commits to be applied again. */
  readonly #held = new Map<number, () => void>();
  /** By organization: the last position that this process has stored, or read if there are no other writers. */
  readonly #positions = new Map<number, number>();
  /** By organization: how many times in a row this process has stored entries right after its own previous ones. */
  readonly #inTurn = new Map<number, number>();
  /** Number of messages of the previous group. */
  #lastMessages = 0;
  /** Number of message ids allocated in addition to those for the group. */
  #idsAhead = 0;
  /** When the first of the ids that are left was allocated, by `performance.now()`. */
  #idsTakenAt = 0;

  constructor(
    db: Db,
    gathering: GatheringConnection | undefined,
    { shared, getCache }: Pick<WriterHooks, 'shared' | 'getCache'>,
  ) {
    this.#db = db;
    this.#gathering = gathering;
    this.#shared = shared;
    this.#getCache = getCache;
  }

  /** Until `release`, others' commits to the organizations of a group are not applied here. */
  async hold(group: readonly GroupPart[]): Promise<void> {
    const shared = this.#shared;
    if (!shared) return;
    const orgIds = group.map(({ orgId }) => orgId).filter((orgId) => !this.#held.has(orgId));
    await Promise.all(orgIds.map(async (orgId) => this.#held.set(orgId, await shared.lock(orgId))));
  }

  release(): void {
    for (const release of this.#held.values()) release();
    this.#held.clear();
  }

  /**
   * Waits for the lock of another node only if no other organization can be served: for one organization, while
   * nothing else is locked.
   * @param group Is reduced to the parts that can be written now, with writes that have arrived since; the others are requeued.
   */
  async begin(group: GroupPart[], queue: WriteQueue): Promise<GroupState> {
    if (!this.#gathering || !this.#shared) return this.#beginAlone(group);
    const presumed = this.#presume(group, this.#shared);
    const isTimely = performance.now() < this.#idsEnd(this.#shared);
    if (presumed && isTimely && this.#gathering.idsLeft >= countMessages(group))
      return this.#beginPresuming(presumed, group, {
        gathering: this.#gathering,
        until: this.#idsEnd(this.#shared),
      });
    const orgIds = group.map(({ orgId }) => orgId).filter((orgId) => orgId !== 0);
    const [first] = orgIds;
    // The server itself has no events, and needs no lock. Nothing is compared then, so ids that are left are not for it.
    this.#gathering.begin({ keepsIds: first === undefined });
    if (first === undefined) return { positions: new Map(), entries: new Map() };
    // Allocated for the next group, in case another group of this node follows.
    this.#idsAhead = presumed ? countMessages(group) : 0;
    this.#gathering.dropIds();
    if (orgIds.length === 1 && (!queue.hasOtherOrganizations(orgIds) || isPatient(group)))
      return this.#wait(first, group, queue);
    const locked = await this.#ask(group, orgIds, { isTried: true });
    // There is nothing to make way for: to begin again and again until a lock is free would cost the database more than the group.
    if (locked.orgIds.size === 0 && !queue.hasOtherOrganizations(orgIds))
      return this.#wait(first, group, queue);
    this.#keepLocked(group, queue, locked);
    return locked;
  }

  /** Waits for one organization, the first of the group. Nothing else is locked, and others' commits to the rest are applied meanwhile. */
  async #wait(orgId: number, group: GroupPart[], queue: WriteQueue): Promise<GroupState> {
    for (const part of group.splice(1)) {
      this.#held.get(part.orgId)?.();
      this.#held.delete(part.orgId);
      queue.putBack(part);
    }
    const waited = await this.#ask(group, [orgId], { isTried: false });
    this.#keepLocked(group, queue, waited);
    return this.#join(group, queue, waited);
  }

  /**
   * The positions for sends to organizations to which, as far as known, no other node has written since: sends depend on nothing else
   * that this process might not know.
   */
  #presume(group: readonly GroupPart[], shared: SharedLog): Map<number, number> | undefined {
    if (!isOfSends(group)) return undefined;
    const positions = new Map<number, number>();
    for (const { orgId } of group) {
      const position = this.#positions.get(orgId);
      const isAlone = (this.#inTurn.get(orgId) ?? 0) >= fewestInTurn;
      if (!isAlone || position === undefined || position !== shared.applied(orgId)) return undefined;
      positions.set(orgId, position);
    }
    return positions;
  }

  /** When ids that are left are no longer used: with greater ones of others they are probably refused before long. */
  #idsEnd({ othersWroteAt }: SharedLog): number {
    return othersWroteAt() > this.#idsTakenAt ? this.#idsTakenAt + idsKeptMs : Infinity;
  }

  /**
   * Saves the round trip for locking: the statement that stores the group also takes the locks and compares the positions. Ids for
   * its messages were allocated under these locks with an earlier group, after which no other node has stored anything.
   */
  #beginPresuming(
    positions: ReadonlyMap<number, number>,
    group: readonly GroupPart[],
    { gathering, until }: { gathering: GatheringConnection; until: number },
  ): GroupState {
    const idsMissing = Math.max(0, 2 * countMessages(group) - gathering.idsLeft);
    if (gathering.idsLeft <= countMessages(group)) this.#idsTakenAt = performance.now();
    const statements = [
      lockAtOnce([...positions.keys()]),
      assertUnchanged(positions, gathering.nextId ?? 0, idsMissing),
    ];
    const held = ([row]: readonly Row[]) => gathering.keepIds(idsIn(row?.ids));
    gathering.begin({ premise: { statements, held, until } });
    return { positions, entries: new Map() };
  }

  /** The node that held this lock probably held others, which are free now: sends to those organizations join the group. */
  async #join(group: GroupPart[], queue: WriteQueue, waited: LockedState): Promise<GroupState> {
    if (this.#shared?.hasOthers()) queue.addOthers(group);
    const others = group.filter(({ orgId }) => !waited.orgIds.has(orgId));
    if (others.length === 0) return waited;
    await this.hold(others);
    for (const { orgId } of others) await this.#getCache(orgId);
    const orgIds = others.map(({ orgId }) => orgId);
    const joined = await this.#ask(group, orgIds, { isTried: true });
    const locked = {
      orgIds: waited.orgIds.union(joined.orgIds),
      positions: new Map([...waited.positions, ...joined.positions]),
      entries: new Map([...waited.entries, ...joined.entries]),
    };
    this.#keepLocked(group, queue, locked);
    return locked;
  }

  /** There are no other writers: sends depend on nothing that this process does not know. */
  async #beginAlone(group: readonly GroupPart[]): Promise<GroupState> {
    if (!isOfSends(group)) for (const { orgId } of group) this.#resetOne(orgId);
    const unknown = group
      .map(({ orgId }) => orgId)
      .filter((orgId) => orgId !== 0 && !this.#positions.has(orgId));
    if (this.#gathering) await this.#askAlone(this.#gathering, unknown);
    else {
      await this.#db.connection.run(begin(this.#db.dialect), []);
      for (const orgId of unknown) this.#positions.set(orgId, await lastPosition(this.#db, orgId));
    }
    return { positions: this.#positions, entries: new Map() };
  }

  async #askAlone(gathering: GatheringConnection, unknown: readonly number[]): Promise<void> {
    gathering.begin({ idsAtOnce });
    if (unknown.length === 0) return;
    const [rows = []] = await gathering.ask([groupState(unknown, 0)]);
    for (const [orgId, position] of groupStateIn(rows).positions) this.#positions.set(orgId, position);
  }

  /** @param isTried Only of those whose locks no other node has; otherwise there is one, whose lock is waited for. */
  async #ask(
    group: readonly GroupPart[],
    orgIds: readonly number[],
    { isTried }: { isTried: boolean },
  ): Promise<LockedState> {
    const shared = this.#shared;
    const gathering = this.#gathering;
    const [first = 0] = orgIds;
    if (!shared || !gathering) throw new Error('Only where other nodes may write.');
    const hasOthers = shared.hasOthers();
    const known = countMessages(group);
    // A group that waits for another node probably grows to the size of the previous one.
    const wanted = hasOthers && known > 0 ? Math.max(known, this.#lastMessages) : known;
    const applied = new Map(orgIds.map((orgId) => [orgId, shared.applied(orgId)]));
    const askedAt = performance.now();
    // Separate statements, which see what was committed while waiting for the lock.
    const [, state = [], behind = []] = await gathering.ask([
      isTried ? tryLockOrganizations(orgIds) : lockOrganization(first),
      groupState(orgIds, wanted + this.#idsAhead, { isTried }),
      ...(hasOthers ? [entriesBehind(applied, { isTried })] : []),
    ]);
    const { positions, messageIds } = groupStateIn(state);
    // The row of an organization may have been deleted, so it cannot be locked.
    const locked = new Set(isTried ? positions.keys() : orgIds);
    if (locked.size > 0) {
      // Ids allocated before these locks may be lower than ids that another node has used since.
      gathering.dropIds();
      gathering.keepIds(messageIds);
      this.#idsTakenAt = askedAt;
    }
    return { orgIds: locked, positions, entries: entriesByOrganization(behind) };
  }

  #keepLocked(group: GroupPart[], queue: WriteQueue, { orgIds }: LockedState): void {
    const missing = group.filter(({ orgId }) => !orgIds.has(orgId));
    group.splice(0, group.length, ...group.filter(({ orgId }) => orgIds.has(orgId)));
    for (const part of missing) {
      for (const one of part.waiting) one.deferrals++;
      queue.putBack(part);
    }
    // More writes have arrived while another node held the locks.
    if (this.#shared?.hasOthers()) queue.addTo(group);
    this.#lastMessages = countMessages(group);
  }

  /** Entries of an organization are stored: those after one position, up to another. */
  committed(orgId: number, { from, to }: { from: number; to: number }): void {
    const isInTurn = this.#positions.get(orgId) === from;
    this.#inTurn.set(orgId, isInTurn ? (this.#inTurn.get(orgId) ?? 0) + 1 : 0);
    this.#positions.set(orgId, to);
  }

  /** Discards positions that may be wrong. */
  reset(): void {
    this.#positions.clear();
  }

  /** Writes to the server itself may create and delete organizations. */
  #resetOne(orgId: number): void {
    if (orgId === 0) this.reset();
    else this.#positions.delete(orgId);
  }
}

/** After fewer groups in turn, another node probably writes too, and a group that presumes otherwise would have to run twice. */
const fewestInTurn = 2;

/**
 * How long message ids are kept while other nodes write, in milliseconds. The bound of ids rises a few times a second then,
 * for work that is done in their order.
 */
const idsKeptMs = 100;

/** The minimum number of message ids to allocate if unused ones are kept. */
const idsAtOnce = 128;

interface LockedState extends GroupState {
  orgIds: Set<number>;
}

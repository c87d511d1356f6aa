/**
 * Begins the transaction of a group of writes. Where other nodes may write, it takes the locks of the organizations first, and
 * reads what others have committed; where this process owns the database, positions are known from the group before.
 */
import { begin, lockAtOnce, lockOrganization, tryLockOrganizations } from '../../db/sql.ts';
import type { Row, Statement } from '../../db/connection.ts';
import type { Db } from '../../db/db.ts';
import type { GatheringConnection } from '../../db/postgres/gathering.ts';
import type { LogEntry } from './entry.ts';
import { groupState, groupStateIn, idsIn, lastPosition, unchanged } from './log-rows.ts';
import { countMessages, isOfSends, isPatient, type GroupPart, type WriteQueue } from './write-queue.ts';
import type { SharedLog, WriterHooks } from './writer.ts';

export interface GroupState {
  /** By organization: of the newest entry. */
  positions: ReadonlyMap<number, number>;
  /** By organization: what others have committed since this node has applied the log, or the first of it. */
  entries: ReadonlyMap<number, LogEntry[]>;
}

export class GroupLocks {
  readonly #db: Db;
  readonly #gathering: GatheringConnection | undefined;
  readonly #shared: SharedLog | undefined;
  readonly #getCache: WriterHooks['getCache'];
  /** By organization: lets what others have committed be applied again. */
  readonly #held = new Map<number, () => void>();
  /** By organization: the last that this process has stored, or read where nobody else writes. */
  readonly #positions = new Map<number, number>();
  /** How many messages the last group had. */
  #lastMessages = 0;
  /** How many ids for messages are taken besides those of the group. */
  #idsAhead = 0;

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

  /** Until `release`, what others commit to the organizations of a group is not applied here. */
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
   * Waits for another node, unless other organizations can be served meanwhile: for the lock of one organization, while
   * nothing else is held.
   * @param group Is left with the parts that may be written now, and what has come for them since; the others are put back.
   */
  async begin(group: GroupPart[], queue: WriteQueue): Promise<GroupState> {
    if (!this.#gathering || !this.#shared) return this.#beginAlone(group);
    const presumed = this.#presume(group, this.#shared);
    if (presumed && this.#gathering.idsLeft >= countMessages(group))
      return this.#beginPresuming(presumed, group, this.#gathering);
    // For the next group, if this one is followed by another of this node.
    this.#idsAhead = presumed ? countMessages(group) : 0;
    this.#gathering.dropIds();
    this.#gathering.begin();
    const orgIds = group.map(({ orgId }) => orgId).filter((orgId) => orgId !== 0);
    const [first] = orgIds;
    // The server itself has no events, and takes no lock.
    if (first === undefined) return { positions: new Map(), entries: new Map() };
    const waits = orgIds.length === 1 && (queue.isEmpty || isPatient(group));
    const lock = waits ? lockOrganization(first) : tryLockOrganizations(orgIds);
    const locked = await this.#ask(group, orgIds, lock);
    // An organization that is being deleted has no row to lock.
    if (waits) locked.orgIds.add(first);
    this.#keepLocked(group, queue, locked);
    return waits ? this.#join(group, queue, locked) : locked;
  }

  /**
   * The positions of sends to organizations that no other node has written to since this one, as far as it knows: sends need nothing
   * else that this process does not know.
   */
  #presume(group: readonly GroupPart[], shared: SharedLog): Map<number, number> | undefined {
    if (!isOfSends(group)) {
      for (const { orgId } of group) this.#resetOne(orgId);
      return undefined;
    }
    const positions = new Map<number, number>();
    for (const { orgId } of group) {
      const position = this.#positions.get(orgId);
      if (position === undefined || position !== shared.applied(orgId)) return undefined;
      positions.set(orgId, position);
    }
    return positions;
  }

  /**
   * Saves the round trip for the locks: they are taken, and the positions compared, with the statement that stores the group. Ids for
   * its messages were taken under these locks with an earlier group, behind which nobody else has stored anything.
   */
  #beginPresuming(
    positions: ReadonlyMap<number, number>,
    group: readonly GroupPart[],
    gathering: GatheringConnection,
  ): GroupState {
    const idsMissing = Math.max(0, 2 * countMessages(group) - gathering.idsLeft);
    const statements = [lockAtOnce([...positions.keys()]), unchanged(positions, idsMissing)];
    const held = ([row]: readonly Row[]) => gathering.keepIds(idsIn(row?.ids));
    gathering.begin({ premise: { statements, held } });
    return { positions, entries: new Map() };
  }

  /** The node that held this lock probably held others, which are free now: sends to those organizations go too. */
  async #join(group: GroupPart[], queue: WriteQueue, waited: LockedState): Promise<GroupState> {
    if (this.#shared?.hasOthers()) queue.addOthers(group);
    const others = group.filter(({ orgId }) => !waited.orgIds.has(orgId));
    if (others.length === 0) return waited;
    await this.hold(others);
    for (const { orgId } of others) await this.#getCache(orgId);
    const orgIds = others.map(({ orgId }) => orgId);
    const joined = await this.#ask(group, orgIds, tryLockOrganizations(orgIds));
    const locked = {
      orgIds: waited.orgIds.union(joined.orgIds),
      positions: new Map([...waited.positions, ...joined.positions]),
      entries: new Map([...waited.entries, ...joined.entries]),
    };
    this.#keepLocked(group, queue, locked);
    return locked;
  }

  /** Nobody else writes: sends need nothing that this process does not know. */
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
    const [rows = []] = await gathering.ask([groupState(new Map(unknown.map((orgId) => [orgId, 0])), 0)]);
    for (const [orgId, position] of groupStateIn(rows).positions) this.#positions.set(orgId, position);
  }

  async #ask(group: readonly GroupPart[], orgIds: readonly number[], lock: Statement): Promise<LockedState> {
    const shared = this.#shared;
    const gathering = this.#gathering;
    if (!shared || !gathering) throw new Error('Only where other nodes may write.');
    const isContended = shared.hasOthers();
    const known = countMessages(group);
    // A group that waits for another node grows, at a guess to the size of the last one.
    const wanted = isContended && known > 0 ? Math.max(known, this.#lastMessages) : known;
    const applied = new Map(orgIds.map((orgId) => [orgId, shared.applied(orgId)]));
    // By a statement of its own, which sees what was committed while the lock was waited for.
    const [taken = [], state = []] = await gathering.ask([
      lock,
      groupState(applied, wanted + this.#idsAhead, { hasOthers: isContended }),
    ]);
    const { positions, entries, messageIds } = groupStateIn(state);
    const locked = new Set(taken.map(idOf));
    if (locked.size > 0) {
      // Ids that were taken before these locks may be less than what another node has given since.
      gathering.dropIds();
      gathering.keepIds(messageIds);
    }
    return { orgIds: locked, positions, entries };
  }

  #keepLocked(group: GroupPart[], queue: WriteQueue, { orgIds }: LockedState): void {
    const missing = group.filter(({ orgId }) => !orgIds.has(orgId));
    group.splice(0, group.length, ...group.filter(({ orgId }) => orgIds.has(orgId)));
    for (const part of missing) {
      for (const one of part.waiting) one.deferrals++;
      queue.putBack(part);
    }
    // While another node had the locks, more has come.
    if (this.#shared?.hasOthers()) queue.addTo(group);
    this.#lastMessages = countMessages(group);
  }

  /** Up to this position, an organization's log is stored. */
  committed(orgId: number, position: number): void {
    this.#positions.set(orgId, position);
  }

  /** What was known may be wrong. */
  reset(): void {
    this.#positions.clear();
  }

  /** Writes to the server itself may remove and add organizations. */
  #resetOne(orgId: number): void {
    if (orgId === 0) this.reset();
    else this.#positions.delete(orgId);
  }
}

/** How many ids for messages are taken at least, where what is left over is kept. */
const idsAtOnce = 128;

interface LockedState extends GroupState {
  orgIds: Set<number>;
}

const idOf = ({ id }: Row): number => Number(id);

/**
 * Begins the transaction of a group of writes. Where other nodes may write, it takes the locks of the organizations first, and
 * reads what others have committed; where this process owns the database, positions are known from the group before.
 */
import { begin, lockOrganization, tryLockOrganizations } from '../../db/sql.ts';
import type { Row, Statement } from '../../db/connection.ts';
import type { Db } from '../../db/db.ts';
import type { GatheringConnection } from '../../db/postgres/gathering.ts';
import type { LogEntry } from './entry.ts';
import { entriesBehind, entriesIn, groupState, groupStateIn, lastPosition } from './log-rows.ts';
import { countMessages, isOfSends, type GroupPart, type WriteQueue } from './write-queue.ts';
import type { SharedLog } from './writer.ts';

/** So often a group makes way for other organizations while another node holds the locks of its own. */
const mostDeferrals = 3;

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
  /** By organization, where nobody else writes. */
  readonly #positions = new Map<number, number>();
  /** How many messages the last group had. */
  #lastMessages = 0;

  constructor(db: Db, gathering: GatheringConnection | undefined, shared: SharedLog | undefined) {
    this.#db = db;
    this.#gathering = gathering;
    this.#shared = shared;
  }

  /**
   * Waits for another node, unless other organizations can be served meanwhile.
   * @param group Is left with the parts that may be written now, and what has come for them since; the others are put back.
   */
  async begin(group: GroupPart[], queue: WriteQueue): Promise<GroupState> {
    if (!this.#gathering || !this.#shared) return this.#beginAlone(group);
    this.#gathering.begin();
    const orgIds = group.map(({ orgId }) => orgId).filter((orgId) => orgId !== 0);
    const patient = group.find(({ waiting }) => waiting.some(({ deferrals }) => deferrals >= mostDeferrals));
    const first = patient?.orgId ?? orgIds[0];
    // The server itself has no events, and takes no lock.
    if (first === undefined) return { positions: new Map(), entries: new Map() };
    const makesWay = !patient && !queue.isEmpty;
    const others = orgIds.filter((orgId) => orgId !== first);
    let locked: LockedState | undefined;
    if (makesWay || (!patient && others.length > 0))
      locked = await this.#ask(group, orgIds, [tryLockOrganizations(orgIds)]);
    if (!makesWay && (locked?.orgIds.size ?? 0) === 0) {
      const rest = others.length > 0 ? [tryLockOrganizations(others)] : [];
      locked = await this.#ask(group, orgIds, [lockOrganization(first), ...rest]);
      // An organization that is being deleted has no row to lock.
      locked.orgIds.add(first);
    }
    if (!locked) throw new Error('A group waits, or does not.');
    this.#keepLocked(group, queue, locked);
    return locked;
  }

  /** Nobody else writes: sends need nothing that this process does not know. */
  async #beginAlone(group: readonly GroupPart[]): Promise<GroupState> {
    if (!isOfSends(group)) for (const { orgId } of group) this.#forgetOne(orgId);
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
    gathering.begin({ keepsIds: true });
    if (unknown.length === 0) return;
    const [rows = []] = await gathering.ask([groupState(unknown, 0)]);
    for (const [orgId, position] of groupStateIn(rows).positions) this.#positions.set(orgId, position);
  }

  async #ask(
    group: readonly GroupPart[],
    orgIds: readonly number[],
    locks: readonly Statement[],
  ): Promise<LockedState> {
    const shared = this.#shared;
    const gathering = this.#gathering;
    if (!shared || !gathering) throw new Error('Only where other nodes may write.');
    const isContended = shared.hasOthers();
    const known = countMessages(group);
    // A group that waits for another node grows, at a guess to the size of the last one.
    const wanted = isContended && known > 0 ? Math.max(known, this.#lastMessages) : known;
    // By statements of their own, which see what was committed while the locks were waited for.
    const foreign = isContended
      ? [entriesBehind(new Map(orgIds.map((orgId) => [orgId, shared.applied(orgId)])))]
      : [];
    const rows = await gathering.ask([...locks, groupState(orgIds, wanted), ...foreign]);
    const { positions, messageIds } = groupStateIn(rows[locks.length] ?? []);
    const entries = Map.groupBy(entriesIn((rows[locks.length + 1] ?? []) as never), ({ orgId }) => orgId);
    const ids = rows.slice(0, locks.length).flatMap((some) => some.map(idOf));
    if (ids.length > 0) gathering.keepIds(messageIds);
    return { orgIds: new Set(ids), positions, entries };
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
    if (!this.#shared) this.#positions.set(orgId, position);
  }

  /** What was known may be wrong. */
  forget(): void {
    this.#positions.clear();
  }

  /** Writes to the server itself may remove and add organizations. */
  #forgetOne(orgId: number): void {
    if (orgId === 0) this.forget();
    else this.#positions.delete(orgId);
  }
}

interface LockedState extends GroupState {
  orgIds: Set<number>;
}

const idOf = ({ id }: Row): number => Number(id);

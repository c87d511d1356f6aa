/** Queued actions, and which of them are written in the next transaction. */
import type { CurrentRequest } from '../../lib/telemetry/current-request.ts';
import type { Author, Tx } from './tx.ts';
import type { Db } from '../../db/db.ts';

export interface PendingWrite {
  me: Author;
  action: (tx: Tx) => Promise<unknown>;
  needs: WriteNeeds;
  /** How often its group was deferred in favour of others. */
  deferrals: number;
  isRejected: boolean;
  /** A transaction that it shared with other organizations has failed. */
  isAlone: boolean;
  /** The request on whose behalf it runs, if any. */
  request: CurrentRequest | undefined;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** The part of a transaction that concerns one organization. */
export interface GroupPart {
  readonly orgId: number;
  readonly waiting: PendingWrite[];
}

const largestGroup = 256;
/** Some seconds of them at the speed of one node. */
const mostWaiting = 10_000;
/** A write is deferred at most this often while another node holds the lock of its organization. */
const mostDeferrals = 3;

export class WriteQueue {
  /** By organization; the one that has waited longest comes first. */
  readonly #byOrg = new Map<number, PendingWrite[]>();
  /** How many writes wait. */
  #count = 0;

  /** Whether more would have to wait too long, and take too much memory, as while the database responds to nothing. */
  get isFull(): boolean {
    return this.#count >= mostWaiting;
  }

  get isEmpty(): boolean {
    return this.#byOrg.size === 0;
  }

  /** Whether anything waits for an organization that is not one of these. */
  hasOtherOrganizations(orgIds: readonly number[]): boolean {
    return this.#byOrg.keys().some((orgId) => !orgIds.includes(orgId));
  }

  push(orgId: number, waiting: PendingWrite): void {
    this.#count++;
    const known = this.#byOrg.get(orgId);
    if (known) known.push(waiting);
    else this.#byOrg.set(orgId, [waiting]);
  }

  /**
   * The next group: what waits for the organization that has waited longest. If these are sends, which are short, those to other
   * organizations share the transaction.
   */
  takeGroup(): GroupPart[] {
    const [orgId] = this.#byOrg.keys();
    if (orgId === undefined) return [];
    const group = [{ orgId, waiting: this.#take(orgId, largestGroup) }];
    // What waits for another node waits alone: neither its wait nor its failure is to reach other organizations.
    if (!isPatient(group)) this.addOthers(group, (one) => isSend(one) && !hasMadeWay(one));
    return group;
  }

  /** Lets sends to other organizations share the transaction, if all that is in it are sends. */
  addOthers(group: GroupPart[], accepts = isSend): void {
    if (!isOfSends(group)) return;
    const known = new Set(group.map(({ orgId }) => orgId));
    for (const orgId of [...this.#byOrg.keys()]) {
      if (known.has(orgId)) continue;
      const waiting = this.#take(orgId, largestGroup - countActions(group), accepts);
      if (waiting.length > 0) group.push({ orgId, waiting });
    }
  }

  /** Moves what has come for the organizations of a group since into it. */
  addTo(group: readonly GroupPart[]): void {
    const isShared = group.length > 1;
    for (const { orgId, waiting } of group)
      waiting.push(...this.#take(orgId, largestGroup - countActions(group), isShared ? isSend : undefined));
  }

  /** Puts back what was not written: behind other organizations, before what has come for the same one since. */
  putBack({ orgId, waiting }: GroupPart): void {
    if (waiting.length === 0) return;
    this.#count += waiting.length;
    const later = this.#byOrg.get(orgId) ?? [];
    this.#byOrg.delete(orgId);
    this.#byOrg.set(orgId, [...waiting, ...later]);
  }

  /** The first actions of an organization, as far as they are accepted. It is last in turn with the others. */
  #take(orgId: number, most: number, accepts: (one: PendingWrite) => boolean = () => true): PendingWrite[] {
    const all = this.#byOrg.get(orgId) ?? [];
    const refused = all.findIndex((one) => !accepts(one));
    const taken = all.slice(0, Math.min(most, refused < 0 ? all.length : refused));
    if (taken.length === 0) return taken;
    this.#count -= taken.length;
    this.#byOrg.delete(orgId);
    if (taken.length < all.length) this.#byOrg.set(orgId, all.slice(taken.length));
    return taken;
  }
}

const isSend = ({ needs, isAlone }: PendingWrite): boolean => (needs.messages ?? 0) > 0 && !isAlone;

const hasMadeWay = ({ deferrals }: PendingWrite): boolean => deferrals >= mostDeferrals;

/** Whether something in it has made way for other organizations often enough. */
export const isPatient = (group: readonly GroupPart[]): boolean =>
  group.some(({ waiting }) => waiting.some(hasMadeWay));

/** Whether all of a group stores new messages, and little else. */
export const isOfSends = (group: readonly GroupPart[]): boolean =>
  group.every(({ waiting }) => waiting.every(isSend));

export const countActions = (group: readonly GroupPart[]): number =>
  group.reduce((sum, { waiting }) => sum + waiting.length, 0);

/** How many messages a group stores, as far as is known before. */
export const countMessages = (group: readonly GroupPart[]): number =>
  group.reduce((sum, part) => part.waiting.reduce((all, { needs }) => all + (needs.messages ?? 0), sum), 0);

// The database for the rest of the server: committed rows to read, and one way to write.

/** Hints about what a write needs. */
export interface WriteNeeds {
  /** Number of messages to store: on PostgreSQL their ids are allocated together with the lock. */
  messages?: number;
  /** The action judges by age what it deletes: its time is that of the settled clock. */
  isSettled?: boolean;
}

export interface Database {
  /** Committed rows only. */
  read: Db;
  /**
   * The only way to write: runs the action in the next transaction, and resolves when it is durable. The permissions of `me`
   * are checked again inside. The action may await nothing but the database.
   */
  write<T>(orgId: number, me: Author, action: (tx: Tx) => Promise<T>, needs?: WriteNeeds): Promise<T>;
  /** The value of `tx.now`: never earlier than in a previous write of this process, even if the clock was set back. */
  now(): number;
}

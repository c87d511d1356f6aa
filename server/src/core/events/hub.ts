/**
 * All event queues on this node, and the fan-out of committed log entries to them. Entries arrive in log order
 * after their commit; an entry's audience, evaluated at its position, determines who gets it.
 */
import { EventIds, type LogEntry } from '../log/index.ts';
import type { OrganizationCache } from '../organization/index.ts';
import { isFor, wants } from './audience.ts';
import type { AnyEventRule, EventRuleTable } from './event-rules.ts';
import type { EventQueue } from './queue.ts';

/** Clients consider a connection dead after 90 seconds without data; randomized, so that they do not reconnect at once. */
const standardHeartbeat = { least: 45_000, most: 55_000 };

export class Hub {
  readonly rules: EventRuleTable;
  /** Duration of a long poll without events, in milliseconds. */
  heartbeat = standardHeartbeat;
  readonly #queues = new Map<string, EventQueue>();
  readonly #byUser = new Map<number, Set<EventQueue>>();
  readonly #byOrg = new Map<number, Set<EventQueue>>();
  /** Newest delivered position by organization. */
  readonly #positions = new Map<number, number>();
  /** By organization, as of the newest delivered position. */
  readonly #ids = new Map<number, EventIds>();
  /** Queues with events and a waiting poll. */
  readonly #toFlush = new Set<EventQueue>();
  readonly #complain: (error: unknown) => void;
  /** Since the start: delivered events, and queues that exceeded their limits. */
  readonly counts = { deliveries: 0, overflows: 0 };

  /**
   * @param rules How events are delivered, by their types.
   * @param complain Called with an error that affects one queue; the others are still served.
   */
  constructor(rules: EventRuleTable, complain: (error: unknown) => void) {
    this.rules = rules;
    this.#complain = complain;
  }

  get(id: string): EventQueue | undefined {
    return this.#queues.get(id);
  }

  all(): Iterable<EventQueue> {
    return this.#queues.values();
  }

  getCount(userId: number): number {
    return this.#byUser.get(userId)?.size ?? 0;
  }

  position(orgId: number): number {
    return this.#positions.get(orgId) ?? 0;
  }

  /** How the ids of an organization's events follow from their positions. */
  ids(orgId: number): EventIds {
    let ids = this.#ids.get(orgId);
    if (!ids) this.#ids.set(orgId, (ids = new EventIds()));
    return ids;
  }

  startAt(orgId: number, position: number, ids: EventIds): void {
    this.#positions.set(orgId, position);
    this.#ids.set(orgId, ids);
  }

  add(queue: EventQueue): void {
    this.#queues.set(queue.id, queue);
    addTo(this.#byUser, queue.userId, queue);
    addTo(this.#byOrg, queue.orgId, queue);
  }

  /** Removes a queue; a waiting poll gets a heartbeat, and the client learns of the removal at the next poll. */
  remove(queue: EventQueue): void {
    if (this.#queues.get(queue.id) === queue) this.#queues.delete(queue.id);
    removeFrom(this.#byUser, queue.userId, queue);
    removeFrom(this.#byOrg, queue.orgId, queue);
    queue.response(queue.heartbeat(queue.acknowledged));
  }

  removeIds(ids: readonly string[]): void {
    for (const id of ids) {
      const queue = this.#queues.get(id);
      if (queue) this.remove(queue);
    }
  }

  /** Removes a queue that another node now serves, unless its client has returned since. */
  removeMoved(id: string, acknowledged: number): void {
    const queue = this.#queues.get(id);
    if (queue && queue.acknowledged <= acknowledged) this.remove(queue);
  }

  /** Removes all queues of an organization. */
  removeAll(orgId: number): void {
    for (const queue of [...(this.#byOrg.get(orgId) ?? [])]) this.remove(queue);
  }

  /** Responds to a poll that has waited long enough, with pending events or a heartbeat. */
  endPoll(queue: EventQueue): void {
    this.#flush(queue);
    // Nothing is pending, so no entry up to this position is for the queue.
    queue.response(queue.heartbeat(this.position(queue.orgId)));
  }

  /** Responds to all waiting polls with a heartbeat: the server stops, and clients poll another node. */
  endPolls(): void {
    this.#flushAll();
    for (const queue of this.#queues.values()) queue.response(queue.heartbeat(queue.acknowledged));
  }

  /** Delivers entries of one organization in order. @returns queues that exceeded their limits, which are already removed. */
  deliver(cache: OrganizationCache, entries: readonly LogEntry[]): EventQueue[] {
    const grown = new Set<EventQueue>();
    for (const entry of entries) {
      this.ids(entry.orgId).note(entry.position, entry.shift);
      // Entries that only name touched rows, and events of newer versions, have no rule.
      const rule = this.rules.get(entry.type);
      if (rule) this.#fanOut(cache, entry, rule, grown);
      this.#noteLostAccess(entry);
      this.#positions.set(entry.orgId, entry.position);
    }
    const gone: EventQueue[] = [];
    for (const queue of grown) {
      if (!queue.isOverfull) {
        this.#flushLater(queue);
        continue;
      }
      this.#flush(queue);
      this.remove(queue);
      this.counts.overflows++;
      gone.push(queue);
    }
    return [...gone, ...this.#dropQueuesOfEnded(cache, entries)];
  }

  /** @param grown Collects the queues that got the entry. */
  #fanOut(cache: OrganizationCache, entry: LogEntry, rule: AnyEventRule, grown: Set<EventQueue>): void {
    for (const queue of this.#queuesFor(cache, entry, rule))
      try {
        if (entry.position <= queue.startsAfter) continue;
        if (wants(cache, queue, entry, rule)) {
          queue.push(entry);
          this.counts.deliveries++;
          grown.add(queue);
        } else if (rule.ends && isFor(cache, queue, entry, rule)) queue.noteEnding(entry);
      } catch (error) {
        this.#giveUp(queue, error);
      }
  }

  /**
   * In the next turn of the event loop, so that the response to the request that caused the event is sent first: clients recognize
   * their own messages by the id in it.
   */
  #flushLater(queue: EventQueue): void {
    if (!queue.isHeld) return;
    if (this.#toFlush.size === 0) setImmediate(() => this.#flushAll());
    this.#toFlush.add(queue);
  }

  #flushAll(): void {
    const queues = [...this.#toFlush];
    this.#toFlush.clear();
    for (const queue of queues) this.#flush(queue);
  }

  #flush(queue: EventQueue): void {
    try {
      queue.flush();
    } catch (error) {
      this.#giveUp(queue, error);
    }
  }

  /** Access depends on users, memberships, groups, channels and the organization: rechecks everyone whose access may have shrunk. */
  #noteLostAccess({ orgId, touched }: LogEntry): void {
    if (!touched) return;
    const { organization, channels = [], groups = [], users = [], members = [] } = touched;
    const isBroad = organization === true || channels.length > 0 || groups.length > 0;
    if (isBroad) for (const queue of this.#byOrg.get(orgId) ?? []) queue.recheckLater();
    if (isBroad) return;
    for (const userId of [...users, ...members.flatMap(([, userIds]) => userIds)])
      for (const queue of this.#byUser.get(userId) ?? []) queue.recheckLater();
  }

  /** A failure for one queue affects its client only, which gets an error at the next poll. */
  #giveUp(queue: EventQueue, error: unknown): void {
    this.#complain(error);
    this.remove(queue);
  }

  /** Removes queues of deactivated users, and those that started before an entry that ends them. */
  #dropQueuesOfEnded(cache: OrganizationCache, entries: readonly LogEntry[]): EventQueue[] {
    const gone = new Set<EventQueue>();
    for (const { orgId, position, touched } of entries) {
      for (const userId of touched?.users ?? [])
        if (cache.users.get(userId)?.isActive === false)
          for (const queue of this.#byUser.get(userId) ?? []) gone.add(queue);
      for (const queue of this.#endedWithCredentials(orgId, touched)) gone.add(queue);
      for (const userId of touched?.endsQueuesOf ?? [])
        for (const queue of this.#byUser.get(userId) ?? []) if (queue.startsAfter < position) gone.add(queue);
    }
    for (const queue of gone) {
      this.#flush(queue);
      this.remove(queue);
    }
    return [...gone];
  }

  /** Queues that were registered with a session or a named API key that has ended. */
  #endedWithCredentials(orgId: number, touched: LogEntry['touched']): EventQueue[] {
    const { endsSessions, endsKeys } = touched ?? {};
    if (!endsSessions && !endsKeys) return [];
    const isIn = (ids: readonly number[] | undefined, id: number | undefined) =>
      id !== undefined && ids?.includes(id) === true;
    return [...(this.#byOrg.get(orgId) ?? [])].filter(
      ({ options: { sessionId, keyId } }) => isIn(endsSessions, sessionId) || isIn(endsKeys, keyId),
    );
  }

  /** Candidate queues for an entry, found from the smaller side: the named users, or the existing queues. */
  *#queuesFor(cache: OrganizationCache, entry: LogEntry, rule: AnyEventRule): Iterable<EventQueue> {
    const { audience, orgId } = entry;
    const isBroad =
      audience.everyone ??
      audience.nonGuests ??
      audience.administrators ??
      audience.guests ??
      audience.allPublic ??
      audience.holders !== undefined;
    if (!isBroad && audience.channel === undefined) {
      for (const userId of new Set(audience.users)) yield* this.#byUser.get(userId) ?? [];
      return;
    }
    const inOrg = this.#byOrg.get(orgId);
    if (!inOrg) return;
    if (isBroad || audience.channel === undefined || inOrg.size <= cache.members.getCount(audience.channel)) {
      for (const queue of inOrg) if (isFor(cache, queue, entry, rule)) yield queue;
      return;
    }
    const userIds = new Set(audience.users);
    for (const userId of cache.members.findUsers(audience.channel)) userIds.add(userId);
    for (const userId of cache.members.leftLately(audience.channel)) userIds.add(userId);
    for (const userId of userIds)
      for (const queue of this.#byUser.get(userId) ?? []) if (isFor(cache, queue, entry, rule)) yield queue;
  }
}

function addTo<K>(map: Map<K, Set<EventQueue>>, key: K, queue: EventQueue): void {
  const set = map.get(key);
  if (set) set.add(queue);
  else map.set(key, new Set([queue]));
}

function removeFrom<K>(map: Map<K, Set<EventQueue>>, key: K, queue: EventQueue): void {
  const set = map.get(key);
  set?.delete(queue);
  if (set?.size === 0) map.delete(key);
}

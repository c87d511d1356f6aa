/** One client's event queue: its options, and references to the log entries that it has not acknowledged. */
import type { EventIds, LogEntry } from '../log/index.ts';
import type { OrganizationCache } from '../organization/index.ts';
import { encodeFor, type DeliveryTarget, type QueueOptions } from './encode.ts';
import { type EventRuleTable, getEndings } from './event-rules.ts';
import { recheckEntries } from './recheck.ts';

export const queueLimits = { events: 10_000, bytes: 8 * 1024 * 1024, perUser: 100 } as const;

/** Responds to a waiting poll with the JSON of its `events` array. */
export type Respond = (events: string) => void;

export class EventQueue implements DeliveryTarget {
  readonly id: string;
  readonly cache: OrganizationCache;
  readonly userId: number;
  /** How the event IDs of its client follow from positions. */
  readonly ids: EventIds;
  readonly options: QueueOptions;
  readonly idleTimeoutMs: number;
  readonly types: ReadonlySet<string> | null;
  /** The position after which the fan-out delivers: earlier entries precede the queue, or are read from the log. */
  readonly startsAfter: number;
  /** Resolves when a rebuilt queue has all entries that it missed. */
  ready: Promise<void> = Promise.resolve();
  /** False while a rebuilt queue reads the entries that it missed. */
  isWhole = true;
  /** Events up to here were acknowledged by the client, or are not for it. */
  acknowledged: number;
  lastSeenAt: number;
  readonly #rules: EventRuleTable;
  #pending: LogEntry[] = [];
  /** Pending entries that are only kept for the next recheck. */
  readonly #undelivered = new Set<LogEntry>();
  #bytes = 0;
  #held: Respond | null = null;
  /** The owner may have lost access to something that a pending event is about. */
  #isStale = false;

  constructor(
    id: string,
    owner: { cache: OrganizationCache; userId: number; rules: EventRuleTable; ids: EventIds },
    options: QueueOptions,
    { startsAfter, idleTimeoutMs, now }: { startsAfter: number; idleTimeoutMs: number; now: number },
  ) {
    this.id = id;
    this.cache = owner.cache;
    this.userId = owner.userId;
    this.ids = owner.ids;
    this.#rules = owner.rules;
    this.options = options;
    this.types = options.eventTypes && new Set(options.eventTypes);
    this.startsAfter = startsAfter;
    this.acknowledged = startsAfter;
    this.idleTimeoutMs = idleTimeoutMs;
    this.lastSeenAt = now;
  }

  get orgId(): number {
    return this.cache.orgId;
  }

  get isHeld(): boolean {
    return this.#held !== null;
  }

  /** Whether its client has acknowledged events; after a restart, what the row says. */
  get hasAcknowledged(): boolean {
    return this.acknowledged > (this.options.registeredAt ?? this.acknowledged);
  }

  /** Number of unacknowledged events. */
  get pendingCount(): number {
    return this.#pending.length;
  }

  get pendingEntries(): readonly LogEntry[] {
    return this.#pending;
  }

  get isOverfull(): boolean {
    return this.#pending.length > queueLimits.events || this.#bytes > queueLimits.bytes;
  }

  /** Appends an entry; a waiting poll gets its response when `flush` is called. */
  push(entry: LogEntry): void {
    if (this.#isEnding(entry)) this.recheckLater();
    this.#pending.push(entry);
    this.#bytes += entry.size;
  }

  #isEnding({ type, event }: LogEntry): boolean {
    const rule = this.#rules.get(type);
    return rule?.ends !== undefined && getEndings(rule, event).length > 0;
  }

  /** An event that is not for this queue may say that earlier ones must not be delivered any more: then it is kept for their recheck. */
  noteEnding(entry: LogEntry): void {
    if ((this.#pending.length === 0 && this.isWhole) || !this.#isEnding(entry)) return;
    this.#undelivered.add(entry);
    this.push(entry);
  }

  /**
   * Inserts entries read from the log before those that arrived while reading.
   * @param endings Those among them that are not to be delivered, see `noteEnding`.
   */
  restore(entries: LogEntry[], endings: readonly LogEntry[]): void {
    for (const entry of endings) this.#undelivered.add(entry);
    this.#setPending([...entries, ...this.#pending]);
    this.isWhole = true;
    // Access may have been lost before this queue existed in memory.
    this.recheckLater();
  }

  /** Marks pending events to be rechecked against the owner's access before delivery. */
  recheckLater(): void {
    if (this.#pending.length > 0) this.#isStale = true;
  }

  #setPending(entries: LogEntry[]): void {
    this.#pending = entries;
    this.#bytes = entries.reduce((sum, entry) => sum + entry.size, 0);
  }

  /** The client has received all events up to this position. */
  acknowledge(position: number): void {
    if (position > this.acknowledged) this.acknowledged = position;
    let count = 0;
    for (const entry of this.#pending) {
      if (entry.position > position) break;
      this.#bytes -= entry.size;
      count++;
    }
    if (count > 0) this.#pending.splice(0, count);
  }

  /** The pending events as a JSON array, or `null` if there are none. */
  take(): string | null {
    if (this.#isStale) this.#recheck();
    const texts: string[] = [];
    for (const entry of this.#pending) {
      const text = encodeFor(this.#rules, entry, this);
      if (text !== null) texts.push(text);
    }
    return texts.length === 0 ? null : `[${texts.join(',')}]`;
  }

  #recheck(): void {
    this.#setPending(recheckEntries(this.#rules, this.#pending, this, this.#undelivered));
    this.#undelivered.clear();
    this.#isStale = false;
  }

  /** Holds a poll until there is an event. A second poll ends the first one with a heartbeat. */
  hold(response: Respond): void {
    this.#held?.(this.heartbeat(this.acknowledged));
    this.#held = response;
  }

  release(response: Respond): void {
    if (this.#held === response) this.#held = null;
  }

  flush(): void {
    if (!this.#held || this.#pending.length === 0) return;
    const events = this.take();
    if (events !== null) this.response(events);
  }

  response(events: string): void {
    const held = this.#held;
    this.#held = null;
    held?.(events);
  }

  /** Keeps the connection alive; its id acknowledges nothing that was not delivered. */
  heartbeat(position: number): string {
    return `[{"type":"heartbeat","id":${this.ids.getId(position)}}]`;
  }

  get isEmpty(): boolean {
    return this.#pending.length === 0;
  }
}

/**
 * When the users of one organization were last seen, in memory. Clients send a ping every minute; updates are kept
 * here and written in batches, so that a ping costs no transaction. A crash loses the last seconds, which the next
 * ping restores.
 */
import type { Clock } from '../../lib/clock.ts';

export interface LastSeen {
  /** Milliseconds since 1970; 0: never active. */
  activeAt: number;
  /** Milliseconds since 1970. */
  connectedAt: number;
}

interface Entry extends LastSeen {
  /** Grows with each update. Clients ask for entries greater than the last one they received. */
  updateId: number;
  /** `connectedAt` in the last published update. */
  publishedAt: number;
  /** The user stopped sharing their presence with this update: what was observed before it no longer counts. */
  hasLeft?: boolean;
}

export interface SeenRow extends LastSeen {
  userId: number;
  updateId: number;
  /** The user stops sharing their presence. */
  hasLeft?: boolean;
}

/** Continued presence is emitted at most this often. */
const refreshMs = 50_000;
/** Cached texts of shared responses: most clients know one of the last few batches. */
const keptTexts = 16;

export class Board {
  readonly #entries = new Map<number, Entry>();
  readonly #dirty = new Set<number>();
  readonly #texts = new Map<string, string>();
  readonly #clock: Clock;
  readonly #notify: (rows: readonly SeenRow[]) => void;
  #lastUpdateId = -1;

  /** @param notify Sends updates to the other nodes. */
  constructor(
    rows: readonly SeenRow[],
    clock: Clock,
    notify: (rows: readonly SeenRow[]) => void = () => undefined,
  ) {
    this.#clock = clock;
    this.#notify = notify;
    for (const { userId, activeAt, connectedAt, updateId } of rows) {
      this.#entries.set(userId, { activeAt, connectedAt, updateId, publishedAt: connectedAt });
      this.#lastUpdateId = Math.max(this.#lastUpdateId, updateId);
    }
  }

  /** -1 before the first update. */
  get lastUpdateId(): number {
    return this.#lastUpdateId;
  }

  /**
   * The `updateId` for presence observed at this time, in milliseconds since 1970: greater than that of an earlier
   * departure, and less than that of a later one. Ids may be ahead of the clock.
   */
  takenAt(now: number): number {
    return Math.max(now, this.#lastUpdateId);
  }

  get hasNews(): boolean {
    return this.#dirty.size > 0;
  }

  get(userId: number): LastSeen | undefined {
    return this.#entries.get(userId);
  }

  /** A user is still online: published with a later batch. */
  note(userId: number, seen: LastSeen): void {
    const entry = this.#entries.get(userId);
    if (!entry) return;
    entry.activeAt = Math.max(entry.activeAt, seen.activeAt);
    entry.connectedAt = Math.max(entry.connectedAt, seen.connectedAt);
    if (seen.connectedAt - entry.publishedAt >= refreshMs) this.#dirty.add(userId);
  }

  /** Takes the next batch to write: all users with unpublished updates. */
  takeNews(): SeenRow[] {
    const updateId = this.takenAt(this.#clock.now());
    const rows = [...this.#dirty].flatMap((userId) => {
      const entry = this.#entries.get(userId);
      return entry ? [{ userId, activeAt: entry.activeAt, connectedAt: entry.connectedAt, updateId }] : [];
    });
    this.#dirty.clear();
    return rows;
  }

  /**
   * Makes written rows visible. They get their id only now, since clients that have just asked would miss an id
   * assigned earlier. It is a time, so that it is greater than any assigned before a restart.
   */
  publish(rows: readonly SeenRow[]): void {
    this.#apply(rows, 0);
    this.#notify(rows.map((row) => ({ ...row, updateId: this.#lastUpdateId })));
  }

  /** Applies what another node has published. Ids continue from the greatest of any node, whatever their clocks show. */
  receive(rows: readonly SeenRow[]): void {
    const here = rows.filter((row) => !row.hasLeft);
    this.#apply(here, Math.max(0, ...rows.map(({ updateId }) => updateId)));
    for (const row of rows) if (row.hasLeft) this.#setBack(row);
  }

  #apply(rows: readonly SeenRow[], least: number): void {
    const updateId = Math.max(this.#lastUpdateId + 1, this.#clock.now(), least);
    if (rows.length > 0) this.#lastUpdateId = updateId;
    for (const { userId, activeAt, connectedAt, updateId: takenAt } of rows) {
      const known = this.#entries.get(userId);
      if (known?.hasLeft && known.updateId > takenAt) continue;
      this.#entries.set(userId, {
        activeAt: Math.max(activeAt, known?.activeAt ?? 0),
        connectedAt: Math.max(connectedAt, known?.connectedAt ?? 0),
        updateId,
        publishedAt: connectedAt,
      });
    }
    this.#texts.clear();
  }

  /** Returns rows that could not be written to the next batch. */
  giveBack(rows: readonly SeenRow[]): void {
    for (const { userId } of rows) this.#dirty.add(userId);
  }

  /** A user stops sharing their presence, on all nodes: they were last seen at the times of the row. */
  leave(row: SeenRow): void {
    this.#setBack(row);
    this.#notify([{ ...row, updateId: this.#lastUpdateId, hasLeft: true }]);
  }

  #setBack({ userId, activeAt, connectedAt }: SeenRow): void {
    const updateId = Math.max(this.#lastUpdateId + 1, this.#clock.now());
    this.#lastUpdateId = updateId;
    const entry = { activeAt, connectedAt, updateId, publishedAt: connectedAt, hasLeft: true };
    this.#entries.set(userId, entry);
    this.#dirty.delete(userId);
    this.#texts.clear();
  }

  /** Entries with a later update id, of users who connected after this time. */
  *since(updateId: number, connectedAfter: number): Generator<[userId: number, seen: LastSeen]> {
    for (const [userId, entry] of this.#entries) {
      if (entry.updateId > updateId && entry.connectedAt >= connectedAfter) yield [userId, entry];
    }
  }

  /** The text of a response shared by many clients, created once for each batch. */
  text(key: string, make: () => string): string {
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    if (this.#texts.size >= keptTexts) this.#texts.clear();
    const made = make();
    this.#texts.set(key, made);
    return made;
  }
}

/**
 * Who has received which message, by the rows of who received what, which stay with a message that is moved. In channels whose
 * history is shared it is found out from when to when people received messages: most reach the same people as the one before.
 */
import type { SpillTable } from '../../../db/sqlite/spill-file.ts';
import type { MessageRecord } from '../records.ts';
import type { Scratch } from '../scratch.ts';

/** Rows of one file: its other ones, of a channel of thousands, are on disk. */
const mostInMemory = 2_000_000;

const none: readonly number[] = [];
/** Stands for a row of a message that the person has marked without having received it; the other way round too. */
const asHistory = (person: number): number => -1 - person;

export class Arrivals {
  readonly #scratch: Scratch;
  /** People without rows for some time, who count as having received everything. */
  readonly #idle: ReadonlySet<number>;
  /** By message ID. */
  readonly #receivers = new Map<number, number[]>();
  #inMemory = 0;
  #onDisk: SpillTable | undefined;
  /** Whose rows the export has: some have only those of people who agreed to it. */
  readonly #seen = new Set<number>();
  /** Those among them who are in no record yet. */
  readonly #fresh = new Set<number>();
  /** By channel: who received its last message. */
  readonly #last = new Map<string, Int32Array>();

  constructor(scratch: Scratch, idle: ReadonlySet<string>) {
    this.#scratch = scratch;
    this.#idle = new Set([...idle].map(Number));
  }

  /** Before the rows of another file. */
  begin(): void {
    this.#receivers.clear();
    this.#inMemory = 0;
  }

  /** @returns undefined if nothing was written to the disk */
  add(messageId: number, person: number, isHistory: boolean): Promise<void> | undefined {
    if (!isHistory && !this.#seen.has(person) && !this.#idle.has(person)) {
      this.#fresh.add(person);
      this.#seen.add(person);
    }
    const stored = isHistory ? asHistory(person) : person;
    if (this.#inMemory >= mostInMemory) {
      (this.#onDisk ??= this.#scratch.table()).add(String(messageId), String(stored));
      return this.#scratch.count();
    }
    this.#inMemory++;
    const known = this.#receivers.get(messageId);
    if (known) known.push(stored);
    else this.#receivers.set(messageId, [stored]);
    return undefined;
  }

  #rows(messageId: number): readonly number[] {
    const inMemory = this.#receivers.get(messageId) ?? none;
    if (!this.#onDisk) return inMemory;
    return [...inMemory, ...this.#onDisk.values(String(messageId)).map(Number)];
  }

  /** All who have a row of the message, which they can see even where history is not shared. */
  holders(messageId: number): string[] {
    return this.#rows(messageId).map((one) => String(one < 0 ? asHistory(one) : one));
  }

  /** In ascending order, each person once. */
  #received(messageId: number): Int32Array {
    const received = new Set<number>();
    for (const person of this.#rows(messageId))
      if (person >= 0 && !this.#idle.has(person)) received.add(person);
    return Int32Array.from(received).sort();
  }

  /** Who receives messages of the channel from this one on, and who no longer does. */
  of(
    channel: string,
    messageId: number,
    sender: number,
  ): Pick<MessageRecord, 'arrivals'> & { isFromOutside: boolean } {
    const now = this.#received(messageId);
    const before = this.#last.get(channel) ?? new Int32Array();
    const arrivals = compareReceivers(before, now);
    if (arrivals) {
      this.#last.set(channel, now);
      const joined = new Set(arrivals.joined.map(Number));
      for (const one of this.#fresh) if (!joined.has(one)) arrivals.left.push(String(one));
      this.#fresh.clear();
    }
    const isFromOutside = this.#seen.has(sender) && !now.includes(sender);
    return { ...(arrivals && { arrivals }), isFromOutside };
  }
}

/** @param before Both as `#received` gives them. */
function compareReceivers(
  before: Int32Array,
  now: Int32Array,
): { joined: string[]; left: string[] } | undefined {
  const joined: string[] = [];
  const left: string[] = [];
  for (let b = 0, n = 0; b < before.length || n < now.length;) {
    const [had, has] = [before[b] ?? Infinity, now[n] ?? Infinity];
    if (had < has) left.push(String(had));
    if (has < had) joined.push(String(has));
    if (had <= has) b++;
    if (has <= had) n++;
  }
  return joined.length === 0 && left.length === 0 ? undefined : { joined, left };
}

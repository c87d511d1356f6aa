/**
 * Finds out from when to when people received the messages of channels whose history is shared: by the rows of who received
 * what, which stay with a message that is moved. Most messages reach the same people as the one before them.
 */
import type { SpillTable } from '../../../db/sqlite/spill-file.ts';
import type { MessageRecord } from '../records.ts';
import type { Scratch } from '../scratch.ts';

/** Rows of one file: its other ones, of a channel of thousands, are on disk. */
const mostInMemory = 2_000_000;

const none: readonly number[] = [];

export class Arrivals {
  readonly #scratch: Scratch;
  /** People without rows for some time, who count as having received everything. */
  readonly #idle: ReadonlySet<string>;
  /** By message ID. */
  readonly #receivers = new Map<string, number[]>();
  #inMemory = 0;
  #onDisk: SpillTable | undefined;
  /** Whose rows the export has: some have only those of people who agreed to it. */
  readonly #seen = new Set<string>();
  /** Those among them who are in no record yet. */
  readonly #fresh = new Set<string>();
  /** By channel: who received its last message. */
  readonly #last = new Map<string, Int32Array>();

  constructor(scratch: Scratch, idle: ReadonlySet<string>) {
    this.#scratch = scratch;
    this.#idle = idle;
  }

  /** Before the rows of another file. */
  begin(): void {
    this.#receivers.clear();
    this.#inMemory = 0;
  }

  async add(messageId: string, person: string): Promise<void> {
    if (this.#idle.has(person)) return;
    if (!this.#seen.has(person)) this.#fresh.add(person);
    this.#seen.add(person);
    if (this.#inMemory >= mostInMemory) {
      (this.#onDisk ??= this.#scratch.table()).add(messageId, person);
      await this.#scratch.count();
      return;
    }
    this.#inMemory++;
    const known = this.#receivers.get(messageId);
    if (known) known.push(Number(person));
    else this.#receivers.set(messageId, [Number(person)]);
  }

  /** Who receives messages of the channel from this one on, and who no longer does. */
  of(
    channel: string,
    messageId: string,
    sender: string,
  ): Pick<MessageRecord, 'arrivals'> & { isFromOutside: boolean } {
    const now = Int32Array.from([
      ...(this.#receivers.get(messageId) ?? none),
      ...(this.#onDisk?.values(messageId) ?? none).map(Number),
    ]).sort();
    const before = this.#last.get(channel) ?? new Int32Array();
    const arrivals = compareReceivers(before, now);
    if (arrivals) {
      this.#last.set(channel, now);
      const joined = new Set(arrivals.joined);
      arrivals.left.push(...this.#fresh.difference(joined));
      this.#fresh.clear();
    }
    const isFromOutside = this.#seen.has(sender) && !now.includes(Number(sender));
    return { ...(arrivals && { arrivals }), isFromOutside };
  }
}

function compareReceivers(
  before: Int32Array,
  now: Int32Array,
): { joined: string[]; left: string[] } | undefined {
  if (before.length === now.length && now.every((one, i) => one === before[i])) return undefined;
  const [had, has] = [new Set(before), new Set(now)];
  return {
    joined: [...has.difference(had)].map(String),
    left: [...had.difference(has)].map(String),
  };
}

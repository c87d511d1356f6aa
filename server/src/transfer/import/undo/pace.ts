/** How many rows of an undo are in one transaction: a server answers nothing else during one. */
import { giveWay } from '../write/give-way.ts';
import type { ItemKind } from '../write/items.ts';

const rows = { least: 25, first: 50, most: 100 };
/** A channel has a row for each of its members. */
const rowsOfChannel = 25;
/** The duration of one transaction. */
const goalMs = { least: 12, most: 30 };

export class Pace {
  readonly #isLive: boolean;
  rows: number;

  constructor(isLive: boolean) {
    this.#isLive = isLive;
    this.rows = isLive ? rows.first : rows.most;
  }

  /** How many things of the kind are in one transaction. */
  take(kind: ItemKind): number {
    return kind === 'channel' ? Math.ceil(this.rows / rowsOfChannel) : this.rows;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return giveWay(this.#isLive, async () => {
      const startedAt = performance.now();
      const result = await work();
      this.note(performance.now() - startedAt);
      return result;
    });
  }

  /** @param ms How long a transaction took. */
  note(ms: number): void {
    if (!this.#isLive) return;
    if (ms > goalMs.most) this.rows = Math.max(rows.least, Math.floor(this.rows / 2));
    else if (ms < goalMs.least) this.rows = Math.min(rows.most, this.rows * 2);
  }
}

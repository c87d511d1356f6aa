/** How many rows of an undo are in one transaction: a server answers nothing else during one. */
import { giveWay } from '../write/give-way.ts';

const rows = { least: 25, first: 50, most: 100 };
/** Of one transaction. */
const goalMs = { least: 12, most: 30 };

export class Pace {
  readonly #isLive: boolean;
  rows: number;

  constructor(isLive: boolean) {
    this.#isLive = isLive;
    this.rows = isLive ? rows.first : rows.most;
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

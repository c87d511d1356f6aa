/** Counts the rows of a table that belong to messages, and of these the ones whose message came. */
import type { Tally } from '../reading/tally.ts';

export class UsedRows {
  readonly #tally: Tally;
  readonly #table: string;
  readonly #reason: string;
  #rest = 0;
  #firstPlace = '';

  constructor(tally: Tally, table: string, reason: string) {
    this.#tally = tally;
    this.#table = table;
    this.#reason = reason;
  }

  add(place: string): void {
    if (this.#firstPlace === '') this.#firstPlace = place.replace(/ #\d+$/, '');
    this.#rest++;
  }

  use(count: number): void {
    this.#rest -= count;
  }

  /** Which rows they are is not known: only the table is. */
  noteRest(): void {
    if (this.#rest > 0) this.#tally.leaveOut(this.#table, this.#reason, this.#firstPlace, this.#rest);
  }
}

/** Times of the messages of one conversation, none twice: importers know messages by their times, and sort by them. */
export class DistinctTimes {
  readonly #perMs: number;
  #sentAt = -1;
  #last = -1;
  /** How many messages had a time of the past, by that time: those that an import has brought later. */
  readonly #past = new Map<number, number>();

  /** @param perMs How many of the unit that is asked for a millisecond has: 1, or 1000 for microseconds. */
  constructor(perMs: 1 | 1000) {
    this.#perMs = perMs;
  }

  /** Called for messages in the order of their IDs. @param sentAt Milliseconds since 1970. @returns the same in the unit, and a little later where another message has it */
  next(sentAt: number): number {
    const time = sentAt * this.#perMs;
    if (sentAt < this.#sentAt) {
      const same = this.#past.get(sentAt) ?? 0;
      this.#past.set(sentAt, same + 1);
      // In the second half of the millisecond: those in order begin in the first.
      return time + Math.floor(this.#perMs / 2) + same;
    }
    this.#last = Math.max(time, this.#last + 1);
    this.#sentAt = sentAt;
    return this.#last;
  }
}

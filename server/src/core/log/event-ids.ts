/**
 * The ids by which clients know events: within an organization an event's position and a shift, which grows whenever the storage
 * may have gone back (`given-ids.ts`). So an id that was given out for an entry that is lost is given to no other.
 */

/** From this position to the next shift, ids are greater than positions by this amount. */
export interface Shift {
  from: number;
  shift: number;
}

export class EventIds {
  /** The newest last. */
  readonly #shifts: Shift[];

  constructor(shifts: readonly Shift[] = []) {
    this.#shifts = [...shifts];
  }

  /** The shift of the newest entries. */
  get shift(): number {
    return this.#shifts.at(-1)?.shift ?? 0;
  }

  shiftAt(position: number): number {
    return this.#shifts.findLast(({ from }) => from <= position)?.shift ?? 0;
  }

  getId(position: number): number {
    return position + this.shiftAt(position);
  }

  /** @returns undefined for an id that no entry up to this one has had */
  findPosition(id: number, newest: number): number | undefined {
    const found = this.#shifts.findLast(({ from, shift }) => from + shift <= id);
    const position = id - (found?.shift ?? 0);
    return position <= newest && this.shiftAt(position) === (found?.shift ?? 0) ? position : undefined;
  }

  /** An entry is there with this shift. Entries of versions without shifts have none, and continue. */
  note(position: number, shift: number): void {
    if (shift > this.shift) this.#shifts.push({ from: position, shift });
  }

  /**
   * With a further shift, in the form that is stored.
   * @param oldestNeeded No client can request anything before this position.
   */
  with(next: Shift, oldestNeeded: number): readonly Shift[] {
    const all = [...this.#shifts, next];
    const first = all.findLastIndex(({ from }) => from <= oldestNeeded);
    return all.slice(Math.max(first, 0));
  }
}

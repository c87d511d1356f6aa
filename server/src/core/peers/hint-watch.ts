/** Notices that no hint of other nodes arrives, as at a node that is on another bus than they are: all their events come late there. */

/** Entries that no hint has announced are chance once, but not for this long, in milliseconds. */
const silentMs = 10_000;

export class HintWatch {
  readonly #warn: () => void;
  #hintedAt = -Infinity;
  #lateSince: number | undefined;
  #isWarned = false;

  /** @param warn Called once until a hint arrives again. */
  constructor(warn: () => void) {
    this.#warn = warn;
  }

  /** @param now By `performance.now()`. */
  hinted(now: number): void {
    this.#hintedAt = now;
    this.#lateSince = undefined;
    this.#isWarned = false;
  }

  /** Entries of other nodes were found without a hint. */
  late(now: number): void {
    if (now - this.#hintedAt < silentMs) return;
    this.#lateSince ??= now;
    if (this.#isWarned || now - this.#lateSince < silentMs) return;
    this.#isWarned = true;
    this.#warn();
  }
}

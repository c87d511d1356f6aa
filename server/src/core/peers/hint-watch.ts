/**
 * Notices that no hint of other nodes arrives, for example because this node is on another bus: it then learns of their
 * events late.
 */

/** A hint may be lost by chance, but not all of them for this long, in milliseconds. */
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

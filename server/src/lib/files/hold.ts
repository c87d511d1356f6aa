/** Postpones the removal of files while a backup reads them: rows may be deleted that are part of the backup. */

export class RemovalHold {
  #until = 0;

  /** A backup that was killed does not release its hold, so it expires unless it is renewed. */
  hold(ms: number): void {
    this.#until = Math.max(this.#until, performance.now() + ms);
  }

  release(): void {
    this.#until = 0;
  }

  get isHeld(): boolean {
    return performance.now() < this.#until;
  }
}

/** Time after which a postponed removal is retried. */
export const holdRetryMs = 30_000;

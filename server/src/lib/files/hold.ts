/** Prevents the removal of files while a backup reads them: their rows may be deleted, but are part of the backup. */

export class RemovalHold {
  #until = 0;

  /** A backup that was killed does not release its hold, so a hold ends by itself unless it is renewed. */
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

/** After this a removal that was put off is tried again. */
export const holdRetryMs = 30_000;

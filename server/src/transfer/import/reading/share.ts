/** How much of an export was read, from which follows about how long the rest takes. */

/** What the first records take says little about the others. */
const leastShare = 0.05;

/** Parts of about the same size: files, days or messages. A reader that counts none leaves that to the sorting of its messages. */
export class ReadShare {
  all = 0;
  done = 0;

  get value(): number {
    return this.all === 0 ? 0 : this.done / this.all;
  }
}

/** Estimates by how long it took since the first part was read: what comes before the messages takes little of the time. */
export class TimeLeft {
  #first: { share: number; at: number } | undefined;
  #seconds: number | null = null;

  get seconds(): number | null {
    return this.#seconds;
  }

  note(share: number, at = performance.now()): void {
    if (share === 0) return;
    const first = (this.#first ??= { share, at });
    const read = share - first.share;
    this.#seconds = read < leastShare || share >= 1 ? null : ((at - first.at) / 1000 / read) * (1 - share);
  }
}

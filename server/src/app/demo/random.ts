/** A deterministic pseudorandom generator: the same seed gives the same numbers on every machine. */

export class Chance {
  #a: number;
  #b = 0x9e3779b9;
  #c = 0x243f6a88;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    for (let i = 0; i < 16; i++) this.next();
  }

  /** In [0, 1) (sfc32). */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return (sum >>> 0) / 4294967296;
  }

  /** An integer in [0, count). */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  is(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)];
    if (found === undefined) throw new RangeError('There is nothing to pick from.');
    return found;
  }

  /** A few distinct elements of a long list. */
  few<T>(list: readonly T[], count: number): T[] {
    const found = new Set<T>();
    const most = Math.min(count, list.length);
    while (found.size < most) found.add(this.pick(list));
    return [...found];
  }

  /** This many elements of the list, in random order. */
  some<T>(list: readonly T[], count: number): T[] {
    const left = [...list];
    const most = Math.min(count, left.length);
    for (let i = 0; i < most; i++) {
      const j = i + this.below(left.length - i);
      const [x, y] = [left[i], left[j]];
      if (x !== undefined && y !== undefined) [left[i], left[j]] = [y, x];
    }
    return left.slice(0, most);
  }
}

/** Draws indices with a weight of 1/n^s for the n-th (Zipf's law), as for words, channels and people. */
export class Zipf {
  readonly #sums: Float64Array;

  constructor(count: number, s: number) {
    this.#sums = new Float64Array(count);
    let sum = 0;
    for (let i = 0; i < count; i++) this.#sums[i] = sum += 1 / (i + 1) ** s;
  }

  /** The share of the total weight of the first `count`. */
  share(count: number): number {
    return (this.#sums[count - 1] ?? 0) / (this.#sums.at(-1) ?? 1);
  }

  pick(chance: Chance): number {
    const wanted = chance.next() * (this.#sums.at(-1) ?? 0);
    let [low, high] = [0, this.#sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sums[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

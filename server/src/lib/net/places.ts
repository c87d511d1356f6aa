/**
 * Places for work whose length others decide, such as an exchange with a server that they have named. Each limit counts what has the same
 * value, such as a host, so that it does not take the places of others; `all` counts everything.
 */
export class Places<Limit extends string> {
  readonly #most: Readonly<Record<Limit, number>>;
  readonly #taken = new Map<string, number>();

  /** @param most How many at once, by limit. */
  constructor(most: Readonly<Record<Limit, number>>) {
    this.#most = most;
  }

  /** @returns what gives the place back; `undefined` if a limit is reached */
  take(values: Readonly<Record<Exclude<Limit, 'all'>, string | number>>): (() => void) | undefined {
    const limits = Object.entries<number>(this.#most).map(([limit, most]) => {
      const key = limit === 'all' ? limit : `${limit} ${String(Reflect.get(values, limit))}`;
      return { key, most, taken: this.#taken.get(key) ?? 0 };
    });
    if (limits.some(({ taken, most }) => taken >= most)) return undefined;
    for (const { key, taken } of limits) this.#taken.set(key, taken + 1);
    return () => this.#leave(limits.map(({ key }) => key));
  }

  #leave(keys: readonly string[]): void {
    for (const key of keys) {
      const left = (this.#taken.get(key) ?? 1) - 1;
      if (left > 0) this.#taken.set(key, left);
      else this.#taken.delete(key);
    }
  }
}

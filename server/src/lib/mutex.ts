/** Mutual exclusion by key: work on one key runs one after the other, work on other keys is not held up. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Resolves when everything that locked one of these keys before is done. Call what it resolves to when this is. */
  async lock(keys: readonly string[]): Promise<() => void> {
    const before = keys.flatMap((key) => this.#last.get(key) ?? []);
    const { promise, resolve } = Promise.withResolvers<null>();
    for (const key of keys) this.#last.set(key, promise);
    await Promise.all(before);
    return () => {
      for (const key of keys) if (this.#last.get(key) === promise) this.#last.delete(key);
      resolve(null);
    };
  }
}

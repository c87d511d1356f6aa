/** A mutex by key: work on the same key runs sequentially, work on other keys is not blocked. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Resolves once all earlier holders of these keys are done. Call the returned function to unlock. */
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

/** Work on the same keys, one after the other; work on other keys is not held up. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Resolves when everything that took one of these keys before is done. Call what it answers when this is. */
  async take(keys: readonly string[]): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = keys.map((key) => this.#last.get(key));
    for (const key of keys) this.#last.set(key, promise);
    await Promise.all(before);
    return () => {
      for (const key of keys) if (this.#last.get(key) === promise) this.#last.delete(key);
      resolve();
    };
  }
}

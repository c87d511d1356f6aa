/** Work on the same keys, one after the other; work on other keys is not held up. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Resolves when everything that took one of these keys before is done. Call what it answers when this is. */
  async take(keys: readonly string[]): Promise<() => void> {
    const before = keys.flatMap((key) => this.#last.get(key) ?? []);
    let finish: () => void = () => undefined;
    const mine = new Promise<void>((resolve) => {
      finish = resolve;
    });
    for (const key of keys) this.#last.set(key, mine);
    await Promise.all(before);
    return () => {
      for (const key of keys) if (this.#last.get(key) === mine) this.#last.delete(key);
      finish();
    };
  }
}

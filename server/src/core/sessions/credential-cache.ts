/**
 * Rows that sign someone in, found by the hash of their secret. The rows are the truth; those in use are held in memory, so that
 * a request costs no look-up. What revokes one reports it by `touched`, and takes effect right after its commit.
 */
export interface Credential {
  id: number;
  orgId: number;
}

const mostHeld = 50_000;

export class CredentialCache<T extends Credential> {
  readonly #load: (hash: string) => Promise<T | undefined>;
  readonly #held = new Map<string, T>();
  readonly #hashes = new Map<number, string>();
  readonly #watchers = new Map<number, Set<() => void>>();
  /** Grows when credentials end, since a row that was read before may have ended too. */
  #ends = 0;

  /** @param load Reads the row with this hash. */
  constructor(load: (hash: string) => Promise<T | undefined>) {
    this.#load = load;
  }

  /** @param isValid A held row that is not valid is read again, since another node may have extended it. */
  async find(hash: string, isValid: (found: T) => boolean = () => true): Promise<T | undefined> {
    const held = this.#held.get(hash);
    if (held && isValid(held)) return held;
    if (held) this.#drop(held.id);
    const found = await this.#read(hash);
    return found && isValid(found) ? found : undefined;
  }

  /** How many are in memory, and may be. */
  get memory(): { entries: number; limit: number } {
    return { entries: this.#held.size, limit: mostHeld };
  }

  /** The one with this id, if it is in memory. */
  get(id: number): T | undefined {
    return this.#held.get(this.#hashes.get(id) ?? '');
  }

  async #read(hash: string): Promise<T | undefined> {
    for (;;) {
      const ends = this.#ends;
      const found = await this.#load(hash);
      if (ends !== this.#ends) continue;
      if (!found) return undefined;
      // Concurrent requests share one entry.
      const held = this.#held.get(hash);
      if (held) return held;
      this.#hold(hash, found);
      return found;
    }
  }

  #hold(hash: string, found: T): void {
    const [oldest] = this.#held;
    if (oldest && this.#held.size >= mostHeld) this.#drop(oldest[1].id);
    this.#held.set(hash, found);
    this.#hashes.set(found.id, hash);
  }

  #drop(id: number): void {
    const hash = this.#hashes.get(id);
    if (hash !== undefined) this.#held.delete(hash);
    this.#hashes.delete(id);
  }

  /** Calls back once when the credential ends, unless the returned function was called before. */
  watch(id: number, onEnd: () => void): () => void {
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(onEnd));
    return () => {
      watchers.delete(onEnd);
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id);
    };
  }

  end(id: number): void {
    this.#ends++;
    this.#drop(id);
    const watchers = this.#watchers.get(id);
    this.#watchers.delete(id);
    for (const onEnd of watchers ?? []) onEnd();
  }

  /** After log entries of an organization were missed, since they may have ended credentials. */
  endAll(orgId: number): void {
    for (const one of [...this.#held.values()]) if (one.orgId === orgId) this.end(one.id);
  }
}

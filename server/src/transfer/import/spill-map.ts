/** A map whose first entries are in memory and the others on disk: small exports stay fast, large ones small. */
import type { SpillTable } from '../../db/sqlite/spill-file.ts';
import type { Scratch } from './scratch.ts';
import { parseStored } from '../../lib/json.ts';

/** About 20 MB of paths and their entries. */
const mostInMemory = 100_000;

export class SpillMap<V> {
  readonly #scratch: Scratch;
  readonly #most: number;
  readonly #inMemory = new Map<string, V>();
  /** The others, as JSON. */
  #onDisk: SpillTable | undefined;

  constructor(scratch: Scratch, most = mostInMemory) {
    this.#scratch = scratch;
    this.#most = most;
  }

  /** @throws StorageFault */
  set(key: string, value: V): void {
    if (this.#inMemory.size < this.#most || this.#inMemory.has(key)) this.#inMemory.set(key, value);
    else (this.#onDisk ??= this.#scratch.table()).set(key, JSON.stringify(value));
  }

  has(key: string): boolean {
    return this.#inMemory.has(key) || (this.#onDisk?.values(key).length ?? 0) > 0;
  }

  get(key: string): V | undefined {
    const found = this.#inMemory.get(key);
    if (found !== undefined) return found;
    const [stored] = this.#onDisk?.values(key) ?? [];
    return stored === undefined ? undefined : parseStored<V>(stored);
  }

  *keys(): Generator<string> {
    for (const [key] of this.entries()) yield key;
  }

  *entries(): Generator<[string, V]> {
    yield* this.#inMemory;
    for (const [key, stored] of this.#onDisk?.entries() ?? []) yield [key, parseStored<V>(stored)];
  }
}

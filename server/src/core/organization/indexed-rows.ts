/** Items by id with further unique keys, in layers: a layer on top shows changes that are not committed yet. */
import { keysIn } from '../../lib/objects.ts';

const byId = (a: { id: number }, b: { id: number }): number => a.id - b.id;

export class IndexedRows<T extends { id: number }, K extends string = never> {
  readonly #below: IndexedRows<T, K> | undefined;
  /** `null` for an item of the layer below that this layer has removed. */
  readonly #items = new Map<number, T | null>();
  readonly #keys: Readonly<Record<K, (item: T) => string>>;
  readonly #index = new Map<string, T>();
  /** The items by id, as they were at a version. */
  #sorted: { items: readonly T[]; version: number } | undefined;

  constructor(keys: Readonly<Record<K, (item: T) => string>>, below?: IndexedRows<T, K>) {
    this.#keys = keys;
    this.#below = below;
  }

  layer(): IndexedRows<T, K> {
    return new IndexedRows(this.#keys, this);
  }

  get(id: number): T | undefined {
    const own = this.#items.get(id);
    return own === undefined ? this.#below?.get(id) : (own ?? undefined);
  }

  find(key: K, value: string): T | undefined {
    const own = this.#index.get(`${key} ${value}`);
    if (own) return own;
    const below = this.#below?.find(key, value);
    // An item changed in this layer may no longer have the key that the layer below knows it by.
    return below && this.#items.has(below.id) ? undefined : below;
  }

  /** How many items this layer itself has. */
  get ownCount(): number {
    return this.#items.size;
  }

  /** Grows with every change. */
  version = 0;

  set(item: T): void {
    this.version++;
    const before = this.#items.get(item.id);
    if (before) for (const key of this.#keyNames()) this.#unindex(key, before);
    this.#items.set(item.id, item);
    for (const key of this.#keyNames()) this.#index.set(`${key} ${this.#keys[key](item)}`, item);
  }

  /** The current items with these IDs. */
  replace(ids: readonly number[], items: readonly T[]): void {
    for (const item of items) this.set(item);
    const there = new Set(items.map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) this.remove(id);
  }

  remove(id: number): void {
    const before = this.#items.get(id);
    if (before) for (const key of this.#keyNames()) this.#unindex(key, before);
    if (this.#below) this.#items.set(id, null);
    else this.#items.delete(id);
    this.version++;
  }

  /** In the order in which they were first set, whichever layer has changed them since. */
  values(): Iterable<T> {
    const below = this.#below;
    if (!below) return this.#getOwn();
    return this.#items.size === 0 ? below.values() : this.#getLayered(below);
  }

  /** In the order of ids, kept until an item changes: for what each registration lists. */
  sorted(): readonly T[] {
    if (this.#below && this.#items.size === 0) return this.#below.sorted();
    if (this.#below) return [...this.values()].sort(byId);
    if (this.#sorted?.version === this.version) return this.#sorted.items;
    const items = [...this.values()].sort(byId);
    this.#sorted = { items, version: this.version };
    return items;
  }

  *#getOwn(): Generator<T> {
    for (const item of this.#items.values()) if (item) yield item;
  }

  *#getLayered(below: IndexedRows<T, K>): Generator<T> {
    for (const item of below.values()) {
      const own = this.#items.get(item.id);
      if (own !== null) yield own ?? item;
    }
    for (const item of this.#getOwn()) if (!below.get(item.id)) yield item;
  }

  /** Moves this layer's changes into the one below. */
  merge(): void {
    for (const [id, item] of this.#items)
      if (item) this.#below?.set(item);
      else this.#below?.remove(id);
  }

  /** Does nothing if another item has taken the key meanwhile. */
  #unindex(key: K, before: T): void {
    const name = `${key} ${this.#keys[key](before)}`;
    if (this.#index.get(name)?.id === before.id) this.#index.delete(name);
  }

  #keyNames(): K[] {
    return keysIn(this.#keys);
  }
}

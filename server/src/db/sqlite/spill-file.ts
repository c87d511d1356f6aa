/** Multimaps in a temporary SQLite file, for state that would not fit in memory. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { sqliteFault } from './sqlite-faults.ts';

/** In KiB. A small cache suffices because keys are mostly read in about the order in which they were added. */
const cacheSize = 2048;

export class SpillFile {
  readonly #file: DatabaseSync;
  #tables = 0;

  /** @param path A new file. The caller deletes it. */
  constructor(path: string) {
    this.#file = new DatabaseSync(path);
    // No durability: the file is useless after a crash. In a transaction that is never committed, pages are written only
    // when the cache is full.
    this.#file.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
       PRAGMA mmap_size = 0; PRAGMA cache_size = -${cacheSize}; BEGIN`,
    );
  }

  table(): SpillTable {
    const name = `t${++this.#tables}`;
    this.#file.exec(
      `CREATE TABLE ${name} (key text, n integer, value text, PRIMARY KEY (key, n)) WITHOUT ROWID`,
    );
    return new SpillTable(this.#file, name);
  }

  close(): void {
    this.#file.close();
  }
}

/** Most keys that are asked for have no row: a bit for each hash answers that without the engine. */
const hashes = 2 ** 20;

function hash(key: string): number {
  let sum = 0;
  for (let i = 0; i < key.length; i++) sum = (Math.imul(sum, 31) + key.charCodeAt(i)) | 0;
  return (sum ^ (sum >>> 15)) & (hashes - 1);
}

export class SpillTable {
  readonly #mayHave = new Uint8Array(hashes / 8);
  readonly #insert: StatementSync;
  readonly #insertOnce: StatementSync;
  readonly #replace: StatementSync;
  readonly #select: StatementSync;
  readonly #file: DatabaseSync;
  readonly #name: string;
  #rows = 0;
  #bytes = 0;

  constructor(file: DatabaseSync, name: string) {
    this.#file = file;
    this.#name = name;
    this.#insert = file.prepare(`INSERT INTO ${name} VALUES (?, ?, ?)`);
    this.#insertOnce = file.prepare(`INSERT INTO ${name} VALUES (?, 0, '') ON CONFLICT DO NOTHING`);
    this.#replace = file.prepare(`INSERT OR REPLACE INTO ${name} VALUES (?, 0, ?)`);
    this.#select = file.prepare(`SELECT value FROM ${name} WHERE key = ? ORDER BY n`);
  }

  #note(key: string): void {
    const at = hash(key);
    this.#mayHave[at >> 3] = (this.#mayHave[at >> 3] ?? 0) | (1 << (at & 7));
  }

  /** @returns the approximate number of bytes added since the last call */
  takeBytes(): number {
    const bytes = this.#bytes;
    this.#bytes = 0;
    return bytes;
  }

  /** @throws StorageFault */
  add(key: string, value: string): void {
    this.#bytes += key.length + value.length;
    this.#note(key);
    withFaults(() => this.#insert.run(key, ++this.#rows, value));
  }

  /** Adds a key without a value. @returns whether it was new @throws StorageFault */
  addOnce(key: string): boolean {
    this.#bytes += key.length;
    this.#note(key);
    return withFaults(() => this.#insertOnce.run(key).changes) === 1;
  }

  /** Replaces the value that was set for the key before. @throws StorageFault */
  set(key: string, value: string): void {
    this.#bytes += key.length + value.length;
    this.#note(key);
    withFaults(() => this.#replace.run(key, value));
  }

  /** Sorted by key. Nothing may be added meanwhile. */
  *entries(): Generator<[key: string, value: string]> {
    // A statement of its own, because others may be iterating as well.
    const all = this.#file.prepare(`SELECT key, value FROM ${this.#name} ORDER BY key, n`);
    for (const { key, value } of all.iterate()) yield [String(key), String(value)];
  }

  /** @returns the values of a key, in the order in which they were added @throws StorageFault */
  values(key: string): string[] {
    const at = hash(key);
    if (((this.#mayHave[at >> 3] ?? 0) & (1 << (at & 7))) === 0) return [];
    return withFaults(() => this.#select.all(key)).map(({ value }) => String(value));
  }
}

function withFaults<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw sqliteFault(error, { mayWrite: true }) ?? error;
  }
}

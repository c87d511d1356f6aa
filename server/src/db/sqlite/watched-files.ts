/**
 * Whether the files of the embedded database are still those that this process has open. Who deletes or replaces them under a
 * running server changes nothing for it: it would go on writing into files that nobody finds again.
 */
import { type Stats, statSync } from 'node:fs';
import { StorageFault } from '../../lib/storage/faults.ts';

/** `database`: `heddle.db` itself. `log`: what belongs to it. `cut`: what was in the log. */
export type Loss = 'database' | 'log' | 'cut';

const texts = {
  database: 'heddle.db was deleted or replaced while the server was running.',
  log: 'heddle.db-wal or heddle.db-shm was deleted or replaced while the server was running.',
  cut: 'heddle.db-wal was cut off while the server was running.',
} as const satisfies Record<Loss, string>;

/** @param kind What is lost can be written again, unless it is known better. */
export function makeFault(loss: Loss, kind?: 'damaged'): StorageFault {
  return new StorageFault(kind ?? (loss === 'database' ? 'replaced' : 'io_error'), new Error(texts[loss]));
}

export class WatchedFiles {
  readonly #path: string;
  readonly #logEnd: () => number;
  /** Device and inode by path. */
  readonly #known = new Map<string, string>();
  #logBytes = 0;
  /** The copy of what the database had, since that was deleted or replaced. */
  rescued: string | undefined;

  /** @param logEnd Where the log ends as far as SQLite knows, in bytes. */
  constructor(path: string, logEnd: () => number) {
    this.#path = path;
    this.#logEnd = logEnd;
  }

  /** The files are those that were just opened. */
  note(): void {
    this.#known.clear();
    this.#logBytes = 0;
    this.rescued = undefined;
    this.getLoss();
    this.noteLogSize();
  }

  /** The log has the size that SQLite has just given it. */
  noteLogSize(): void {
    const log = find(`${this.#path}-wal`);
    if (log !== 'unknown') this.#logBytes = log?.size ?? 0;
  }

  /** @returns the worst of what is lost */
  getLoss(): Loss | undefined {
    if (!this.#isSame(this.#path, find(this.#path))) return 'database';
    const log = find(`${this.#path}-wal`);
    if (!this.#isSame(`${this.#path}-wal`, log)) return 'log';
    if (!this.#isSame(`${this.#path}-shm`, find(`${this.#path}-shm`))) return 'log';
    if (log === 'unknown' || !log || log.size >= this.#logBytes) return undefined;
    // Another program may have written the log into the database, as is its right.
    if (log.size < this.#logEnd()) return 'cut';
    this.#logBytes = log.size;
    return undefined;
  }

  /** @throws StorageFault when what is committed now, or was just now, would not be found by the next start */
  check(): void {
    const loss = this.getLoss();
    if (loss) throw makeFault(loss);
  }

  #isSame(path: string, found: Stats | 'unknown' | undefined): boolean {
    if (found === 'unknown') return true;
    const is = found && `${found.dev} ${found.ino}`;
    const known = this.#known.get(path);
    if (known === undefined && is !== undefined) this.#known.set(path, is);
    return known === undefined || known === is;
  }
}

/** A disk that fails says nothing of its files. */
function find(path: string): Stats | 'unknown' | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return 'unknown';
  }
}

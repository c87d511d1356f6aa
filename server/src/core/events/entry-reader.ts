/** Reads entries of several organizations in one query: requests made during a query are combined in the next one. */
import type { Db } from '../../db/db.ts';
import {
  entriesAtOnce,
  entriesBehind,
  entriesByOrganization,
  type LogEntry,
  readEntries,
} from '../log/index.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import { isRemote } from '../../db/sql.ts';

interface ReadRequest {
  orgId: number;
  after: number;
  resolve: (entries: LogEntry[]) => void;
  reject: (error: unknown) => void;
}

export class EntryReader {
  readonly #db: Db;
  #asked: ReadRequest[] = [];
  #isRunning = false;

  /** @param db Committed rows only. */
  constructor(db: Db) {
    this.#db = db;
  }

  /** Entries of an organization after a position, in order; not necessarily all. */
  read(orgId: number, after: number): Promise<LogEntry[]> {
    if (!isRemote(this.#db.dialect)) return readEntries(this.#db, orgId, after, entriesAtOnce);
    const { promise, resolve, reject } = Promise.withResolvers<LogEntry[]>();
    this.#asked.push({ orgId, after, resolve, reject });
    if (!this.#isRunning) {
      this.#isRunning = true;
      // A hint of another node requests all its organizations in this turn of the event loop.
      process.nextTick(() => void this.#run());
    }
    return promise;
  }

  async #run(): Promise<void> {
    while (this.#asked.length > 0) await this.#readAll(this.#asked.splice(0));
    this.#isRunning = false;
  }

  async #readAll(asked: readonly ReadRequest[]): Promise<void> {
    try {
      const { sql, parameters } = entriesBehind(new Map(asked.map(({ orgId, after }) => [orgId, after])));
      const byOrg = entriesByOrganization(await this.#db.connection.query(sql, parameters));
      for (const { orgId, resolve } of asked) resolve(byOrg.get(orgId) ?? []);
    } catch (error) {
      const isAway = error instanceof StorageFault && error.kind === 'unreachable';
      // An organization whose entries cannot be read must not affect the others.
      if (asked.length > 1 && !isAway) for (const one of asked) await this.#readAll([one]);
      else for (const { reject } of asked) reject(error);
    }
  }
}

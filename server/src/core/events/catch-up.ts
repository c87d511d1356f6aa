/**
 * Applies log entries that this node does not have yet: commits of other nodes, and own ones with an unknown
 * outcome. Until then caches and queues lack them. Own commits are published by the same function.
 */
import type { Logger } from 'pino';
import type { Db } from '../../db/db.ts';
import { KeyedMutex } from '../../lib/mutex.ts';
import {
  EventIds,
  entriesAtOnce,
  type LogEntry,
  type SharedLog,
  lastPosition,
  mergeTouched,
  readEntries,
  readShifts,
  entriesBehind,
  entriesByOrganization,
} from '../log/index.ts';
import type { OrganizationCache, Touched } from '../organization/index.ts';
import type { Hub } from './hub.ts';
import type { Organizations } from './organizations.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import { isRemote } from '../../db/sql.ts';

export interface CatchUpParts {
  /** Committed rows only. */
  reader: Db;
  hub: Hub;
  organizations: Organizations;
  log: Logger;
  /** Notifies all consumers of the log. */
  publish: (cache: OrganizationCache, entries: LogEntry[]) => void;
  /** Entries were trimmed before they were applied here: data derived from them may be outdated. */
  missed: (orgId: number) => void;
}

export class CatchUp implements Pick<SharedLog, 'lock' | 'applied' | 'applyUpTo'> {
  readonly #parts: CatchUpParts;
  /** By organization: the writer's group and this change a cache one at a time. */
  readonly #mutex = new KeyedMutex();
  readonly #entries: EntryReader;

  constructor(parts: CatchUpParts) {
    this.#parts = parts;
    this.#entries = new EntryReader(parts.reader);
  }

  lock(orgId: number): Promise<() => void> {
    return this.#mutex.lock([String(orgId)]);
  }

  /**
   * Resolves when everything up to this position is applied; an organization that is not in memory lacks nothing.
   * @param brought The last of these entries, if another node has sent them.
   * @returns whether there were entries to apply
   */
  async catchUp(orgId: number, position: number, brought: readonly LogEntry[] = []): Promise<boolean> {
    const { hub, organizations, reader } = this.#parts;
    if (!organizations.holds(orgId) || hub.position(orgId) >= position) return false;
    const release = await this.lock(orgId);
    try {
      const cache = await organizations.cache(orgId);
      // A group of writes may have applied them in the meantime.
      const applied = hub.position(orgId);
      if (applied >= position) return false;
      const next = entriesRightBehind(applied, brought);
      const entries = next.length > 0 ? next : await this.#entries.read(orgId, applied);
      await this.applyUpTo(position, cache, reader, entries);
      return true;
    } finally {
      release();
    }
  }

  /** Catches up all organizations in memory after the database was away: it may be an older one. */
  async catchUpAll(): Promise<void> {
    const { organizations } = this.#parts;
    await organizations.refresh();
    for (const { orgId } of await organizations.loaded()) {
      if (orgId === 0) continue;
      await this.verify(orgId);
      await this.catchUp(orgId, Infinity);
    }
  }

  applied(orgId: number): number {
    return this.#parts.hub.position(orgId);
  }

  /** @param read Entries after the applied position, if already read. */
  async applyUpTo(
    position: number,
    cache: OrganizationCache,
    db: Db,
    read: readonly LogEntry[] = [],
  ): Promise<OrganizationCache> {
    const { orgId } = cache;
    const { hub, publish } = this.#parts;
    for (let next = read; orgId !== 0 && hub.position(orgId) < position; next = []) {
      const applied = hub.position(orgId);
      const entries = next.length > 0 ? [...next] : await readEntries(db, orgId, applied, entriesAtOnce);
      const [first] = entries;
      if (!first && (await lastPosition(db, orgId)) <= applied) return cache;
      if (!first || !(await this.#isNext(first, applied, db))) return this.#startAnew(cache, db);
      await refresh(cache, db, entries);
      publish(cache, entries);
    }
    return cache;
  }

  /** Whether an entry follows on the last one that was applied here: in a log that has gone back another one may be in its place. */
  async #isNext({ orgId, position, shift }: LogEntry, applied: number, db: Db): Promise<boolean> {
    if (position !== applied + 1) return false;
    if (shift === 0 || shift === this.#parts.hub.ids(orgId).shift) return true;
    return (await readShifts(db, orgId)).some((begun) => begun.from === position && begun.shift === shift);
  }

  /**
   * Loads an organization again if the log no longer has the last entry that was applied here: the database was put back, or another one
   * took over that lacks the newest part.
   */
  async verify(orgId: number): Promise<void> {
    const { hub, organizations, reader } = this.#parts;
    const release = await this.lock(orgId);
    try {
      const cache = await organizations.cache(orgId);
      const [applied, ids] = [hub.position(orgId), new EventIds(await readShifts(reader, orgId))];
      const isThere =
        (await lastPosition(reader, orgId)) >= applied && ids.shiftAt(applied) === hub.ids(orgId).shift;
      if (!isThere) await this.#startAnew(cache, reader);
    } finally {
      release();
    }
  }

  async #startAnew({ orgId }: OrganizationCache, db: Db): Promise<OrganizationCache> {
    const { organizations, log, missed } = this.#parts;
    log.warn({ organization: orgId }, 'entries of the log were missed; loading the organization again');
    const cache = await organizations.reload(orgId, db);
    missed(orgId);
    return cache;
  }
}

/** Entries sent by a node may have gaps with commits of other nodes: returns those before the first gap. */
function entriesRightBehind(applied: number, entries: readonly LogEntry[]): LogEntry[] {
  const later = entries.filter(({ position }) => position > applied);
  const gap = later.findIndex(({ position }, at) => position !== applied + 1 + at);
  return gap < 0 ? later : later.slice(0, gap);
}

/** Applied atomically. Rows may be newer than the entries that name them, which are then applied again. */
async function refresh(cache: OrganizationCache, db: Db, entries: readonly LogEntry[]): Promise<void> {
  const touched = entries.reduce<Touched | null>(
    (all, entry) => (entry.touched ? mergeTouched(all, entry.touched) : all),
    null,
  );
  if (!touched) return;
  const layer = cache.layer();
  await layer.refresh(db, touched);
  layer.merge();
}

// Reads entries of several organizations in one query: requests made during a query are combined in the next one.

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

/** A node whose writer works on a fake PostgreSQL, and what it has been shown of the log. */
import assert from 'node:assert/strict';
import { EventIds } from '../../server/src/core/log/event-ids.ts';
import type { LogEntry } from '../../server/src/core/log/entry.ts';
import { entriesBehind, entriesByOrganization } from '../../server/src/core/log/group-statements.ts';
import { Writer, type SharedLog } from '../../server/src/core/log/writer.ts';
import { OrganizationCache } from '../../server/src/core/organization/organization-cache.ts';
import { Db } from '../../server/src/db/db.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { type BeforeStatement, type FakePostgres, FakeSession } from './fake-postgres.ts';

export class WriteNode {
  readonly session: FakeSession;
  readonly writer: Writer;
  readonly #server: FakePostgres;
  readonly #applied = new Map<number, number>();
  /** Organizations that a group of writes or a catch-up has, with what waits for them. */
  readonly #held = new Map<number, Promise<unknown>>();
  #othersWroteAt = -Infinity;

  constructor(server: FakePostgres, before: BeforeStatement, { isShared }: { isShared: boolean }) {
    this.#server = server;
    this.session = new FakeSession(server, before);
    const caches = new Map(server.orgIds.map((orgId) => [orgId, new OrganizationCache(orgId)]));
    this.writer = new Writer(new Db(this.session), {
      getCache: (orgId) => Promise.resolve(caches.get(orgId) ?? assert.fail()),
      getIds: () => new EventIds(),
      givenIds: { shift: 0 },
      committed: ({ orgId }, entries) => this.#apply(orgId, entries),
      jobsWaiting: () => undefined,
      failed: (error) => assert.fail(String(error)),
      // A server finds out what is stored before it writes again.
      health: { fault: undefined, report: () => this.#recover() },
      clock: systemClock,
      settledClock: systemClock,
      shared: isShared ? this.#sharedLog() : undefined,
    });
  }

  /** Applies what other nodes have committed, as a node does some time after it was committed. */
  async catchUp(orgId: number): Promise<void> {
    const release = await this.#lock(orgId);
    this.#catchUp(orgId);
    release();
  }

  #recover(): void {
    this.session.reconnect();
    for (const orgId of this.#server.orgIds) this.#catchUp(orgId);
  }

  #catchUp(orgId: number): void {
    const { log } = this.#server.committed;
    const rows = log.filter((row) => row.org_id === orgId && Number(row.position) > this.applied(orgId));
    this.#applyOthers(orgId, entriesByOrganization(rows).get(orgId) ?? []);
  }

  applied(orgId: number): number {
    return this.#applied.get(orgId) ?? 0;
  }

  #sharedLog(): SharedLog {
    return {
      lock: (orgId) => this.#lock(orgId),
      applied: (orgId) => this.applied(orgId),
      hasOthers: () => true,
      othersWroteAt: () => this.#othersWroteAt,
      applyUpTo: async (position, cache, db, read) => {
        const { orgId } = cache;
        for (let next = read; this.applied(orgId) < position; next = []) {
          const { sql, parameters } = entriesBehind(new Map([[orgId, this.applied(orgId)]]));
          const rows = next.length > 0 ? [] : await db.connection.query(sql, parameters);
          const entries = next.length > 0 ? next : (entriesByOrganization(rows).get(orgId) ?? []);
          assert.ok(entries.length > 0, 'the log lacks an entry');
          this.#applyOthers(orgId, entries);
        }
        return cache;
      },
    };
  }

  #applyOthers(orgId: number, entries: readonly LogEntry[]): void {
    if (entries.length > 0) this.#othersWroteAt = performance.now();
    this.#apply(orgId, entries);
  }

  #apply(orgId: number, entries: readonly LogEntry[]): void {
    for (const { position } of entries) {
      assert.equal(position, this.applied(orgId) + 1, 'the next entry of the log');
      this.#applied.set(orgId, position);
    }
  }

  async #lock(orgId: number): Promise<() => void> {
    const before = this.#held.get(orgId);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#held.set(orgId, promise);
    await before;
    return () => resolve(undefined);
  }
}

/**
 * The only way to write. Actions that wait while a commit runs go into the next transaction together, one after the
 * other, each in a savepoint, and are acknowledged together after one flush.
 */
import { errorStatus } from '../../../wire/errors.ts';
import { ApiError } from '../http/errors.ts';
import type { Directory } from '../directory/directory.ts';
import type { LogEntry } from '../events/entry.ts';
import type { Db } from './db.ts';
import { appendEntries, lastPosition } from './log-rows.ts';
import { begin, lockOrganization } from './sql.ts';
import { author, Tx, type Author } from './tx.ts';

const largestGroup = 256;

interface Waiting {
  orgId: number;
  me: Author;
  action: (tx: Tx) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface Done {
  waiting: Waiting;
  wakesJobs: boolean;
  value: unknown;
}

export interface WriterHooks {
  directoryOf(orgId: number): Promise<Directory>;
  /** Called after the flush, before anyone is answered, in log order. */
  committed(directory: Directory, entries: LogEntry[]): void;
  /** A committed action put in a job. */
  jobsWaiting(): void;
  /** The database could not make a commit durable: nothing may be acknowledged from here on. */
  failed(error: unknown): void;
}

export class Writer {
  readonly #db: Db;
  readonly #hooks: WriterHooks;
  readonly #queue: Waiting[] = [];
  #running: Promise<void> | null = null;
  #failure: unknown = null;
  #lastNow = 0;

  constructor(db: Db, hooks: WriterHooks) {
    this.#db = db;
    this.#hooks = hooks;
  }

  write<T>(orgId: number, me: Author, action: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#failure !== null) return Promise.reject(notReady());
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#queue.push({ orgId, me, action, resolve, reject });
    this.#running ??= this.#run();
    return promise as Promise<T>;
  }

  /** Resolves when all that was handed in has been answered. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      // One turn of the event loop lets requests that arrived together share a flush, and keeps whoever writes batch after
      // batch from holding up all others.
      await new Promise(setImmediate);
      const group = this.#takeGroup();
      try {
        await this.#commitGroup(group);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#running = null;
  }

  /** The next group: all that waits for the organization that has waited longest. */
  #takeGroup(): Waiting[] {
    const orgId = this.#queue[0]?.orgId;
    const group: Waiting[] = [];
    const rest: Waiting[] = [];
    for (const one of this.#queue)
      (one.orgId === orgId && group.length < largestGroup ? group : rest).push(one);
    this.#queue.length = 0;
    for (const one of rest) this.#queue.push(one);
    return group;
  }

  async #commitGroup(group: Waiting[]): Promise<void> {
    const orgId = group[0]?.orgId ?? 0;
    const base = await this.#hooks.directoryOf(orgId);
    const { connection } = this.#db;
    const layer = base.layer();
    const done: Done[] = [];
    const entries: LogEntry[] = [];
    await connection.run(begin(this.#db.dialect), []);
    try {
      await connection.query(lockOrganization(this.#db.dialect), [orgId]);
      const position = await lastPosition(this.#db, orgId);
      for (const waiting of group)
        await this.#runOne(waiting, layer, position, entries, done, group.length > 1);
      await appendEntries(this.#db, orgId, entries);
    } catch (error) {
      await this.#rollBack();
      throw error;
    }
    await this.#commit();
    layer.merge();
    this.#hooks.committed(base, entries);
    for (const { waiting, value } of done) waiting.resolve(value);
    if (done.some(({ wakesJobs }) => wakesJobs)) this.#hooks.jobsWaiting();
  }

  async #runOne(
    waiting: Waiting,
    group: Directory,
    position: number,
    entries: LogEntry[],
    done: Done[],
    shared: boolean,
  ): Promise<void> {
    const { connection } = this.#db;
    const directory = group.layer();
    const tx = new Tx(
      connection,
      this.#db.q,
      waiting.orgId,
      directory,
      position + entries.length,
      this.#now(),
    );
    if (shared) await connection.run('SAVEPOINT one', []);
    try {
      refuseEndedRights(directory, waiting.me);
      const value = await waiting.action(tx);
      tx.finish();
      if (shared) await connection.run('RELEASE SAVEPOINT one', []);
      directory.merge();
      entries.push(...tx.entries);
      done.push({ waiting, value, wakesJobs: tx.wakesJobs });
    } catch (error) {
      if (!shared) throw error;
      await connection.run('ROLLBACK TO SAVEPOINT one', []);
      await connection.run('RELEASE SAVEPOINT one', []);
      waiting.reject(error);
    }
  }

  /** Milliseconds since 1970 that never run backwards, whatever the clock does. */
  #now(): number {
    this.#lastNow = Math.max(this.#lastNow, Date.now());
    return this.#lastNow;
  }

  async #rollBack(): Promise<void> {
    try {
      await this.#db.connection.run('ROLLBACK', []);
    } catch {
      // The engine has already rolled back by itself, as it does when the disk is full.
    }
  }

  /** After a commit whose flush failed nobody knows what is on the disk: stop acknowledging rather than guess. */
  async #commit(): Promise<void> {
    try {
      await this.#db.connection.run('COMMIT', []);
    } catch (error) {
      this.#failure = error;
      await this.#rollBack();
      for (const waiting of this.#queue.splice(0)) waiting.reject(notReady());
      this.#hooks.failed(error);
      throw notReady();
    }
  }
}

function refuseEndedRights(directory: Directory, me: Author): void {
  if (me !== 'system' && !author(directory, me)?.isActive)
    throw new ApiError('USER_DEACTIVATED', 'Account is deactivated');
}

function notReady(): ApiError {
  return new ApiError(
    'SERVER_NOT_READY',
    'The server cannot store anything at the moment.',
    {},
    errorStatus.SERVER_NOT_READY,
  );
}

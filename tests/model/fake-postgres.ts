/**
 * As much of PostgreSQL as the write path asks of it, in memory: sessions that run their statements in order, transactions with one
 * savepoint, locks of organizations, and a sequence that no transaction takes back.
 */
import type { Connection, Row } from '../../server/src/db/connection.ts';
import { StorageFault } from '../../server/src/lib/storage/faults.ts';

interface StoredMessage {
  id: number;
  orgId: number;
  content: string;
}

interface Tables {
  messages: StoredMessage[];
  log: Row[];
}

type Values = readonly unknown[];

/** When a session is lost: before a statement runs, or when its response is on its way. */
export type Loss = 'before' | 'after';

/** Decides how long each statement of a session takes. */
export type BeforeStatement = (sql: string) => Promise<Loss | undefined>;

export class FakePostgres {
  readonly committed: Tables = { messages: [], log: [] };
  /** Holders by organization. */
  readonly locks = new Map<number, FakeSession>();
  readonly orgIds: readonly number[];
  #lastId = 0;
  #released = Promise.withResolvers<undefined>();

  constructor(orgIds: readonly number[]) {
    this.orgIds = orgIds;
  }

  takeIds(count: number): number[] {
    return Array.from({ length: count }, () => ++this.#lastId);
  }

  async lock(orgId: number, session: FakeSession): Promise<void> {
    while (!this.canLock(orgId, session)) await this.#released.promise;
    this.locks.set(orgId, session);
  }

  canLock(orgId: number, session: FakeSession): boolean {
    return (this.locks.get(orgId) ?? session) === session;
  }

  release(session: FakeSession): void {
    for (const [orgId, holder] of this.locks) if (holder === session) this.locks.delete(orgId);
    this.#released.resolve(undefined);
    this.#released = Promise.withResolvers<undefined>();
  }
}

interface Transaction {
  added: Tables;
  savepoint: { messages: number; log: number } | undefined;
  hasFailed: boolean;
  /** Rows that `SKIP LOCKED` has locked. */
  locked: number[];
}

export class FakeSession implements Connection {
  readonly dialect = 'postgres';
  readonly #server: FakePostgres;
  readonly #before: BeforeStatement;
  #transaction: Transaction | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isLost = false;

  constructor(server: FakePostgres, before: BeforeStatement) {
    this.#server = server;
    this.#before = before;
  }

  get isIdle(): boolean {
    return this.#transaction === undefined;
  }

  reconnect(): void {
    this.#isLost = false;
  }

  query(sql: string, parameters: Values): Promise<Row[]> {
    const result = this.#last.then(() => this.#execute(sql, parameters));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async run(sql: string, parameters: Values): Promise<number> {
    return (await this.query(sql, parameters)).length;
  }

  close(): void {
    this.#end();
  }

  async #execute(sql: string, parameters: Values): Promise<Row[]> {
    if (this.#isLost) throw new StorageFault('unreachable');
    const loss = await this.#before(sql);
    if (loss === 'after') await this.#respond(sql, parameters);
    if (loss === undefined) return this.#respond(sql, parameters);
    // What the transaction has not committed is lost with the session, as are the statements that were sent behind this one.
    this.#end();
    this.#isLost = true;
    throw new StorageFault('unreachable');
  }

  async #respond(sql: string, parameters: Values): Promise<Row[]> {
    if (sql === 'ROLLBACK') return this.#end();
    if (sql.startsWith('ROLLBACK TO')) return this.#rollBackToSavepoint();
    if (this.#transaction?.hasFailed === true) {
      if (sql === 'COMMIT') this.#end();
      throw new FailedTransaction('current transaction is aborted');
    }
    try {
      return await this.#perform(sql, parameters);
    } catch (error) {
      if (this.#transaction) this.#transaction.hasFailed = true;
      throw error;
    }
  }

  #perform(sql: string, parameters: Values): Row[] | Promise<Row[]> {
    if (sql === 'BEGIN') return this.#begin();
    if (sql === 'COMMIT') return this.#commit();
    if (sql === 'SAVEPOINT one') return this.#save();
    if (sql === 'RELEASE SAVEPOINT one') return this.#release();
    if (sql.includes('INSERT INTO')) return this.#insert(sql, parameters);
    if (sql.includes('FOR UPDATE')) return this.#lock(sql, parameters.flat().map(Number));
    if (sql.startsWith('SELECT entry.*')) return this.#entriesBehind(sql, parameters);
    if (sql.startsWith('SELECT 1 / (')) return this.#assertUnchanged(parameters);
    if (sql.startsWith('SELECT id, ')) return this.#groupState(sql, parameters);
    if (sql.startsWith("SELECT nextval('message_id_seq')"))
      return this.#server.takeIds(Number(parameters[0])).map((id) => ({ id }));
    if (sql === visibleMessages)
      return this.#visible('messages').filter(({ orgId }) => orgId === parameters[0]) as unknown as Row[];
    if (sql === failing) throw new FailedStatement('no such table');
    throw new Error(`The model does not know this statement: ${sql}`);
  }

  #begin(): Row[] {
    if (this.#transaction) throw new Error('there is already a transaction in progress');
    const added = { messages: [], log: [] };
    this.#transaction = { added, savepoint: undefined, hasFailed: false, locked: [] };
    return [];
  }

  #commit(): Row[] {
    if (!this.#transaction) throw new Error('there is no transaction in progress');
    this.#keep(this.#transaction.added);
    return this.#end();
  }

  #keep({ messages, log }: Tables): void {
    this.#server.committed.messages.push(...messages);
    this.#server.committed.log.push(...log);
  }

  #end(): Row[] {
    this.#transaction = undefined;
    this.#server.release(this);
    return [];
  }

  #save(): Row[] {
    if (!this.#transaction) throw new Error('SAVEPOINT can only be used in transaction blocks');
    const { added } = this.#transaction;
    this.#transaction.savepoint = { messages: added.messages.length, log: added.log.length };
    return [];
  }

  #release(): Row[] {
    if (!this.#transaction?.savepoint) throw new Error('savepoint "one" does not exist');
    this.#transaction.savepoint = undefined;
    return [];
  }

  #rollBackToSavepoint(): Row[] {
    const { savepoint, added } = this.#transaction ?? {};
    if (!this.#transaction || !savepoint || !added) throw new Error('savepoint "one" does not exist');
    added.messages.length = savepoint.messages;
    added.log.length = savepoint.log;
    this.#transaction.hasFailed = false;
    return [];
  }

  /** As `addRowsSql` writes it: the tables in order, and an array for each of their columns. */
  #insert(sql: string, parameters: Values): Row[] {
    const arrays = [...parameters];
    const added: Tables = { messages: [], log: [] };
    for (const [, table, names = ''] of sql.matchAll(/INSERT INTO (\w+) \(([^)]+)\)/g)) {
      const columns = names.split(', ');
      const values = arrays.splice(0, columns.length) as unknown[][];
      const rows = (values[0] ?? []).map((_, at) =>
        Object.fromEntries(columns.map((name, i) => [name, values[i]?.[at]])),
      );
      if (table === 'event_log') added.log.push(...rows);
      else added.messages.push(...rows.map(toMessage));
    }
    this.#refuseTwice(added);
    if (!this.#transaction) this.#keep(added);
    else {
      this.#transaction.added.messages.push(...added.messages);
      this.#transaction.added.log.push(...added.log);
    }
    return [];
  }

  /** What the keys of the tables refuse. */
  #refuseTwice(added: Tables): void {
    const ids = new Set(this.#visible('messages').map(({ id }) => id));
    const places = new Set(this.#visible('log').map(({ place }) => place));
    if (added.messages.some(({ id }) => ids.has(id)) || added.log.some(({ place }) => places.has(place)))
      throw new Error('duplicate key value violates unique constraint');
  }

  async #lock(sql: string, orgIds: readonly number[]): Promise<Row[]> {
    const server = this.#server;
    if (sql.includes('SKIP LOCKED')) {
      const free = orgIds.filter((orgId) => server.canLock(orgId, this));
      for (const orgId of free) await server.lock(orgId, this);
      this.#transaction?.locked.push(...free);
    } else {
      if (sql.includes('NOWAIT') && orgIds.some((orgId) => !server.canLock(orgId, this)))
        throw new StorageFault('busy');
      for (const orgId of orgIds) await server.lock(orgId, this);
    }
    return [];
  }

  /** Committed rows, and those of the transaction. */
  #visible<Name extends keyof Tables>(name: Name): Tables[Name][number][] {
    return [...this.#server.committed[name], ...(this.#transaction?.added[name] ?? [])];
  }

  #getEntries(orgId: number): Row[] {
    const entries = this.#visible('log').filter((row) => row.org_id === orgId);
    return entries.sort((a, b) => Number(a.position) - Number(b.position));
  }

  #getPosition(orgId: number): number {
    return Number(this.#getEntries(orgId).at(-1)?.position ?? 0);
  }

  #admits(sql: string, orgId: number): boolean {
    return !sql.includes('heddle.locked') || this.#transaction?.locked.includes(orgId) === true;
  }

  #entriesBehind(sql: string, [limit, ...wanted]: Values): Row[] {
    return pairs(wanted)
      .filter(([orgId]) => this.#admits(sql, orgId))
      .flatMap(([orgId, applied]) =>
        this.#getEntries(orgId)
          .filter(({ position }) => Number(position) > applied)
          .slice(0, Number(limit)),
      );
  }

  #groupState(sql: string, [count, ...orgIds]: Values): Row[] {
    const locked = this.#transaction?.locked ?? [];
    const admitted = orgIds.map(Number).filter((orgId) => this.#admits(sql, orgId));
    const first = sql.includes('heddle.locked') ? locked[0] : Number(orgIds[0]);
    return admitted.map((id) => ({
      id,
      position: this.#getPosition(id),
      ids: id === first ? this.#server.takeIds(Number(count)) : null,
    }));
  }

  #assertUnchanged([count, ...rest]: Values): Row[] {
    const isUnchanged = pairs(rest.slice(0, -2)).every(
      ([orgId, applied]) => this.#getPosition(orgId) === applied,
    );
    if (!isUnchanged) throw Object.assign(new Error('division by zero'), { code: '22012' });
    return [{ holds: 1, ids: this.#server.takeIds(Number(count)) }];
  }
}

export class FailedStatement extends Error {}
export class FailedTransaction extends Error {}

export const failing = 'SELECT fails';

/** What an action of the model reads. */
export const visibleMessages = 'SELECT content FROM message WHERE org_id = $1';

const toMessage = ({ id, org_id: orgId, content }: Row): StoredMessage => ({
  id: Number(id),
  orgId: Number(orgId),
  content: String(content),
});

function pairs(values: Values): [number, number][] {
  const numbers = values.map(Number);
  return numbers.flatMap((value, at) =>
    at % 2 === 0 ? [[value, numbers[at + 1] ?? 0] as [number, number]] : [],
  );
}

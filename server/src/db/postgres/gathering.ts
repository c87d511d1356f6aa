/**
 * PostgreSQL's connection of the writer. Each statement there is a round trip, so the rows that a group of actions adds to the tables
 * of messages are gathered in memory. One statement stores them in all tables: with the next statement of an action, or with the commit.
 *
 * An action gets a savepoint when it runs a statement of its own. A transaction begins with its first statement; if all it does is to
 * store what was gathered, it is that one statement. docs/postgresql-writes.md explains the whole path.
 */
import type { Connection, Row, Statement } from '../connection.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import { isFailedAssertion } from './assertion.ts';
import { BeginAgain } from './begin-again.ts';
import { addRowsSql, type GatheredTable, type GatheredValue, type Gathering } from '../gathered-table.ts';

interface GatheredRow {
  table: GatheredTable;
  row: readonly GatheredValue[];
}

/** What a transaction takes for granted. Its statements are sent before the first one of the transaction, in the same round trip. */
export interface Premise {
  /** Each fails if it does not hold. */
  statements: readonly Statement[];
  /** Called with the rows of the last of them. */
  held: (rows: readonly Row[]) => void;
  /** When it is no longer to be sent, by `performance.now()`. */
  until: number;
}

interface Beginning {
  idsAtOnce?: number;
  keepsIds?: boolean;
  premise?: Premise;
}

export class GatheringConnection implements Connection, Gathering {
  readonly dialect = 'postgres';
  readonly gathering = this;
  readonly #base: Connection;
  readonly #gathered: GatheredRow[] = [];
  /** How many of them earlier actions of the group have gathered. */
  #before = 0;
  /** Whether the action may fail without the others of its group. */
  #isShared = false;
  #hasSavepoint = false;
  /** Whether the transaction is yet to begin. */
  #isToBegin = false;
  #premise: Premise | undefined;
  readonly #messageIds: number[] = [];
  /** Whether they are for a later transaction. */
  #areIdsKept = false;
  #idsWanted = 1;
  #idsAtOnce = 1;
  #failure: { error: unknown } | undefined;

  constructor(base: Connection) {
    this.#base = base;
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    await this.#separate();
    return this.#afterGathered(() => this.#base.query(sql, parameters));
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<number> {
    await this.#separate();
    return this.#afterGathered(() => this.#base.run(sql, parameters));
  }

  async peek(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    return this.#guard(() =>
      this.#premise
        ? this.#inTransaction(() => this.#base.query(sql, parameters))
        : this.#base.query(sql, parameters),
    );
  }

  find(table: GatheredTable, key: readonly GatheredValue[]): Record<string, GatheredValue> | undefined {
    const places = keyPlaces(table);
    const found = this.#gathered.findLast(
      (one) => one.table === table && places.every((at, i) => one.row[at] === key[i]),
    );
    return (
      found && Object.fromEntries(Object.keys(table.columns).map((name, at) => [name, found.row[at] ?? null]))
    );
  }

  add(table: GatheredTable, row: readonly GatheredValue[]): void {
    this.#gathered.push({ table, row });
  }

  /**
   * The id of a message that this group adds. What is left over is for the next group, unless `dropIds` is called: where other nodes
   * may write, once one has, so that ids appear in the order of commits whatever node writes.
   */
  async nextMessageId(): Promise<number> {
    if (this.#areIdsKept) this.dropIds();
    this.#areIdsKept = false;
    if (this.#messageIds.length === 0) {
      const wanted = Math.max(this.#idsWanted, this.#idsAtOnce);
      const rows = await this.peek(messageIdsSql, [wanted]);
      this.keepIds(rows.map((row) => Number(row.id)));
    }
    const id = this.#messageIds.shift();
    if (id === undefined) throw new Error('The database gave the message no id.');
    return id;
  }

  /** Ids for messages, which were taken under the organization's lock. */
  keepIds(ids: readonly number[]): void {
    this.#messageIds.push(...ids);
  }

  /** @param toCome How many actions the group still has, this one included. */
  beginAction(toCome: number, isShared: boolean): void {
    this.#before = this.#gathered.length;
    this.#isShared = isShared;
    this.#hasSavepoint = false;
    this.#idsWanted = toCome;
  }

  async keepAction(): Promise<void> {
    if (this.#hasSavepoint) await this.#base.run('RELEASE SAVEPOINT one', []);
    this.#endAction();
  }

  async undoAction(): Promise<void> {
    this.#gathered.length = Math.min(this.#gathered.length, this.#before);
    if (this.#hasSavepoint) {
      await this.#base.run('ROLLBACK TO SAVEPOINT one', []);
      await this.#base.run('RELEASE SAVEPOINT one', []);
    }
    this.#endAction();
  }

  /**
   * Before an action is refused, which may be for what another node has changed.
   * @throws BeginAgain where the premise does not hold, and what made the transaction fail, which the action may have passed over
   */
  async verify(): Promise<void> {
    if (this.#premise) await this.#inTransaction(() => undefined);
    if (this.#failure) throw this.#failure.error;
  }

  #endAction(): void {
    this.#isShared = false;
    this.#hasSavepoint = false;
  }

  /** The transaction was rolled back. */
  dropAll(): void {
    this.#isToBegin = false;
    this.#premise = undefined;
    this.#gathered.length = 0;
    this.#failure = undefined;
    this.#endAction();
  }

  /** How many message ids can be taken without a statement. */
  get idsLeft(): number {
    return this.#messageIds.length;
  }

  /** The next message id, if it needs no statement. All others that are kept are greater. */
  get nextId(): number | undefined {
    return this.#messageIds[0];
  }

  /** Others may have added messages. */
  dropIds(): void {
    this.#messageIds.length = 0;
  }

  close(): void | Promise<void> {
    return this.#base.close();
  }

  /**
   * The next statement begins a transaction.
   * @param idsAtOnce How many ids are taken at least.
   * @param keepsIds Message ids that are left are for a later transaction: this one does not prove that they may be used.
   * @param premise If it does not hold, the transaction fails with `BeginAgain`, and nothing is stored.
   */
  begin({ idsAtOnce = 1, keepsIds = false, premise }: Beginning = {}): void {
    this.#isToBegin = true;
    this.#areIdsKept = keepsIds;
    this.#idsAtOnce = idsAtOnce;
    this.#premise = premise;
  }

  /** Runs statements of the group itself in one round trip. @returns the rows of each */
  async ask(statements: readonly Statement[]): Promise<Row[][]> {
    return this.#inTransaction(() =>
      all(statements.map(({ sql, parameters }) => this.#base.query(sql, parameters))),
    );
  }

  /**
   * Stores the last of what was gathered, and commits.
   * @param commit Sends the commit, behind what is stored: if that fails, it is rolled back.
   * @throws what made the transaction fail, if something did
   */
  async finish(commit: () => Promise<void>): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    const stored: unknown[] = this.#premise && this.#gathered.length > 0 ? this.#sendStart() : [];
    if (this.#gathered.length > 0) stored.push(this.#store());
    if (this.#isToBegin) this.#isToBegin = false;
    else stored.push(commit());
    await all<unknown>(stored);
  }

  /** Sends what begins the transaction, if nothing has, before a statement, which is stored by itself if that fails. */
  async #inTransaction<T>(statement: () => T | Promise<T>): Promise<T> {
    if (!this.#isToBegin) return statement();
    const results = await all<unknown>([...this.#sendStart(), statement()]);
    // The result of `statement`, which is sent last.
    return results.at(-1) as T;
  }

  #sendStart(): Promise<void>[] {
    const premise = this.#premise;
    if (premise && performance.now() > premise.until) {
      const error = new BeginAgain('What the transaction takes for granted is too old.');
      this.#failure ??= { error };
      throw error;
    }
    this.#premise = undefined;
    this.#isToBegin = false;
    return premise ? [this.#sendBegin(), this.#check(premise)] : [this.#sendBegin()];
  }

  async #check({ statements, held }: Premise): Promise<void> {
    try {
      const rows = await all(statements.map(({ sql, parameters }) => this.#base.query(sql, parameters)));
      held(rows.at(-1) ?? []);
    } catch (error) {
      const again = isRefuted(error) ? new BeginAgain('Another node has written.', { cause: error }) : error;
      this.#failure ??= { error: again };
      throw again;
    }
  }

  /** @throws StorageFault that lets nothing be written before it is known what is stored */
  async #sendBegin(): Promise<void> {
    try {
      await this.#base.run('BEGIN', []);
    } catch (error) {
      const isState = error instanceof StorageFault && error.kind !== 'busy';
      throw isState ? error : new StorageFault('io_error', error);
    }
  }

  async #flush(): Promise<void> {
    if (this.#gathered.length > 0) await this.#guard(() => this.#inTransaction(() => this.#store()));
  }

  /** Stores what was gathered, which the statement may read or refer to. Both are sent together. */
  async #afterGathered<T>(statement: () => T | Promise<T>): Promise<T> {
    if (this.#gathered.length === 0) return this.#inTransaction(statement);
    const results = await this.#inTransaction(() =>
      all<unknown>([this.#guard(() => this.#store()), statement()]),
    );
    // The result of `statement`, which is sent last.
    return results.at(-1) as T;
  }

  /** Sends what was gathered. */
  #store(): number | Promise<number> {
    const byTable = Map.groupBy(this.#gathered.splice(0), (one) => one.table);
    this.#before = 0;
    const columns = [...byTable].flatMap(([table, some]) => toColumns(table, some));
    return this.#base.run(addRowsSql(this.dialect, ...byTable.keys()), columns);
  }

  /** Outside a savepoint an error ends the transaction, whatever becomes of the action that it came to. */
  async #guard<T>(statement: () => T | Promise<T>): Promise<T> {
    try {
      return await statement();
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    }
  }

  /** What earlier actions gathered must not be undone with this one. */
  async #separate(): Promise<void> {
    if (!this.#isShared || this.#hasSavepoint) return;
    const own = this.#gathered.splice(this.#before);
    await this.#flush();
    await this.#inTransaction(() => this.#base.run('SAVEPOINT one', []));
    this.#hasSavepoint = true;
    this.#gathered.push(...own);
  }
}

/** Another node has a lock or has written. */
const isRefuted = (error: unknown): boolean =>
  error instanceof StorageFault ? error.kind === 'busy' : isFailedAssertion(error);

const messageIdsSql = `SELECT nextval('message_id_seq') AS id FROM generate_series(1, $1)`;

/** When all have ended. @throws the error of the first that failed: those behind it failed because of it */
async function all<T>(statements: readonly (T | Promise<T>)[]): Promise<T[]> {
  const ends = await Promise.allSettled(statements);
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}

function toColumns(table: GatheredTable, gathered: readonly GatheredRow[]): GatheredValue[][] {
  const rows = newestByKey(
    table,
    gathered.map((one) => one.row),
  );
  return Object.keys(table.columns).map((_, at) => rows.map((row) => row[at] ?? null));
}

/** One statement may not change a row twice. */
function newestByKey(
  table: GatheredTable,
  rows: readonly (readonly GatheredValue[])[],
): readonly (readonly GatheredValue[])[] {
  if (!table.key) return rows;
  const places = keyPlaces(table);
  return [...new Map(rows.map((row) => [JSON.stringify(places.map((at) => row[at])), row])).values()];
}

function keyPlaces({ key = [], columns }: GatheredTable): number[] {
  const names = Object.keys(columns);
  return key.map((name) => names.indexOf(name));
}

/** Actions that share a transaction, each of which may fail alone. */
import type { Connection } from '../../db/connection.ts';

export interface Actions {
  /** @param toCome How many actions the group still has, this one included. @param isShared Whether there are others. */
  beginAction(toCome: number, isShared: boolean): void | Promise<void>;
  keepAction(): Promise<void>;
  undoAction(): Promise<void>;
}

/** Where a statement costs no round trip: each action has a savepoint. */
export class Savepoints implements Actions {
  readonly #connection: Connection;
  #isShared = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async beginAction(_: number, isShared: boolean): Promise<void> {
    this.#isShared = isShared;
    if (isShared) await this.#connection.run('SAVEPOINT one', []);
  }

  async keepAction(): Promise<void> {
    if (this.#isShared) await this.#connection.run('RELEASE SAVEPOINT one', []);
  }

  async undoAction(): Promise<void> {
    await this.#connection.run('ROLLBACK TO SAVEPOINT one', []);
    await this.#connection.run('RELEASE SAVEPOINT one', []);
  }
}

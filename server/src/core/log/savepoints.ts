/** Actions that share a transaction, each of which may fail separately. */
import type { Connection } from '../../db/connection.ts';

export interface Actions {
  /** @param toCome Number of remaining actions in the group, including this one. @param isShared Whether the group has several. */
  beginAction(toCome: number, isShared: boolean): void | Promise<void>;
  keepAction(): Promise<void>;
  undoAction(): Promise<void>;
  /** Resolves when the premises of the transaction have been checked. @throws BeginAgain if they do not hold */
  verify?(): Promise<void>;
}

/** Runs each action in a savepoint of its own, on a database without round trips. */
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

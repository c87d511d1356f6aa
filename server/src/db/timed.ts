/** A connection whose queries are timed. */
import type { Connection, Row } from './connection.ts';
import type { Dialect } from './sql.ts';

/** Called after each query with its text, without values, and the milliseconds that it took. */
export type OnQuery = (sql: string, ms: number) => void;

export class TimedConnection implements Connection {
  readonly #connection: Connection;
  readonly #onQuery: OnQuery;

  constructor(connection: Connection, onQuery: OnQuery) {
    this.#connection = connection;
    this.#onQuery = onQuery;
  }

  get dialect(): Dialect {
    return this.#connection.dialect;
  }

  query(sql: string, parameters: readonly unknown[]): Row[] | Promise<Row[]> {
    return this.#timed(sql, () => this.#connection.query(sql, parameters));
  }

  run(sql: string, parameters: readonly unknown[]): number | Promise<number> {
    return this.#timed(sql, () => this.#connection.run(sql, parameters));
  }

  close(): void | Promise<void> {
    return this.#connection.close();
  }

  /** Synchronous where the engine is. */
  #timed<T>(sql: string, work: () => T | Promise<T>): T | Promise<T> {
    const startedAt = performance.now();
    const end = () => this.#onQuery(sql, performance.now() - startedAt);
    let result: T | Promise<T>;
    try {
      result = work();
    } catch (error) {
      end();
      throw error;
    }
    if (result instanceof Promise) return result.finally(end);
    end();
    return result;
  }
}

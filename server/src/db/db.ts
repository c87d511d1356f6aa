/** What queries take: committed rows when it is the reader's, the transaction's own view when it is a `Tx`. */
import type { Kysely } from 'kysely';
import type { Connection } from './connection.ts';
import { kyselyOver } from './kysely.ts';
import type { Prepared } from './prepared.ts';
import type { Schema } from './schema.ts';
import type { Dialect } from './sql.ts';

export class Db {
  readonly q: Kysely<Schema>;
  readonly connection: Connection;

  constructor(connection: Connection, q: Kysely<Schema> = kyselyOver(connection)) {
    this.connection = connection;
    this.q = q;
  }

  get dialect(): Dialect {
    return this.connection.dialect;
  }

  async rows<P extends object, R>(query: Prepared<P, R>, values: P): Promise<R[]> {
    return query.rows(this.connection, this.q, values);
  }

  async first<P extends object, R>(query: Prepared<P, R>, values: P): Promise<R | undefined> {
    return (await query.rows(this.connection, this.q, values))[0];
  }

  /** Runs a statement whose rows do not matter; answers how many rows changed. */
  async run<P extends object, R>(query: Prepared<P, R>, values: P): Promise<number> {
    return query.run(this.connection, this.q, values);
  }
}

/** The parameter of queries: the reader sees committed rows, a `Tx` its own changes as well. */
import type { Kysely } from 'kysely';
import type { Connection } from './connection.ts';
import { kyselyOver } from './kysely.ts';
import { addRowsSql, type GatheredTable, type GatheredValue } from './gathered-table.ts';
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

  /** Runs a statement whose rows do not matter; returns how many rows changed. */
  async run<P extends object, R>(query: Prepared<P, R>, values: P): Promise<number> {
    return query.run(this.connection, this.q, values);
  }

  /** Adds a row. Callers get neither its ID nor a number of changed rows. */
  async add(table: GatheredTable, row: readonly GatheredValue[]): Promise<void> {
    const { gathering } = this.connection;
    if (gathering) gathering.add(table, row);
    else await this.connection.run(addRowsSql(this.dialect, table), row);
  }

  /** The row of a table with this key, by a query of the columns it is read by. */
  async find<P extends object, R>(
    query: Prepared<P, R>,
    values: P,
    { table, key }: { table: GatheredTable; key: readonly GatheredValue[] },
  ): Promise<R | undefined> {
    const added = this.connection.gathering?.find(table, key);
    // A row among those to be stored later has the columns of its table, as the query selects them.
    return added ? (added as R) : (await query.peek(this.connection, this.q, values))[0];
  }
}

/** The parameter of queries: the reader sees committed rows, a `Tx` its own changes as well. */
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { Connection } from './connection.ts';
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

// Kysely over a `Connection`. Transactions are the writer's business, so the driver refuses to begin one.

class PlainDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(connection: Connection) {
    this.#connection = {
      async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
        if (query.kind === 'SelectQueryNode' || query.kind === 'RawNode' || 'returning' in query)
          // Kysely derives the type of rows from the query that it has compiled.
          return { rows: (await connection.query(sql, parameters)) as R[] };
        return { rows: [], numAffectedRows: BigInt(await connection.run(sql, parameters)) };
      },
      streamQuery() {
        throw new Error('Rows are not streamed.');
      },
    };
  }

  init(): Promise<void> {
    return Promise.resolve();
  }
  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection);
  }
  releaseConnection(): Promise<void> {
    return Promise.resolve();
  }
  destroy(): Promise<void> {
    return Promise.resolve();
  }
  beginTransaction(): Promise<void> {
    return Promise.reject(new Error('Writes go through db.write.'));
  }
  commitTransaction = this.beginTransaction;
  rollbackTransaction = this.beginTransaction;
}

function kyselyOver(connection: Connection): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect:
      connection.dialect === 'sqlite'
        ? {
            createAdapter: () => new SqliteAdapter(),
            createDriver: () => new PlainDriver(connection),
            createIntrospector: (db) => new SqliteIntrospector(db),
            createQueryCompiler: () => new SqliteQueryCompiler(),
          }
        : {
            createAdapter: () => new PostgresAdapter(),
            createDriver: () => new PlainDriver(connection),
            createIntrospector: (db) => new PostgresIntrospector(db),
            createQueryCompiler: () => new PostgresQueryCompiler(),
          },
  });
}
